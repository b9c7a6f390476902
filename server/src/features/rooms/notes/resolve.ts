import { endingOf, type Parsed, receiptRefusals, type roomEndpoints } from '@docketbox/contract'
import { findReviewableFacts, receiptSummaries } from '#features/receipts'
import type { Db } from '#platform/database/database.ts'
import { hasChanged } from '#platform/database/queries/as-read.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requireYear, type Scope } from '#platform/security/scope.ts'

export type NewNote = Parsed<typeof roomEndpoints.addNote>['body']
type Subject = { incomeYear: number; receiptId: string | null }

/** The year and receipt a note is about. @throws Refusal when the caller can't see it, or it's in the bin. */
export async function resolve(db: Db, scope: Scope, about: NewNote['about']): Promise<Subject> {
  if ('incomeYear' in about) {
    requireYear(scope, about.incomeYear)
    return { incomeYear: endingOf(about.incomeYear), receiptId: null }
  }
  const receipt = (await receiptSummaries(db, scope.ownerId, [about.receipt])).get(about.receipt)
  if (!receipt || receipt.isDeleted) throw new Refusal(receiptRefusals.notFound)
  requireYear(scope, receipt.incomeYear, receiptRefusals.notFound)
  return { incomeYear: endingOf(receipt.incomeYear), receiptId: about.receipt }
}

/**
 * What a reviewed mark about a receipt certifies, null for other notes. The mark stores what was compared here: what
 * changes in the meantime shows as a later change.
 * @throws Refusal when the receipt has changed since the guest read it.
 */
export async function reviewedFacts(db: Db, ownerId: string, note: NewNote): Promise<string | null> {
  if (note.kind !== 'reviewed' || 'incomeYear' in note.about) return null
  const { receipt, known } = note.about
  const found = await findReviewableFacts(db, ownerId, receipt)
  if (found?.hash !== known) throw hasChanged()
  return found.facts
}
