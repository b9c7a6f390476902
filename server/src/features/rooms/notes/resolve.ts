import {
  commonRefusals,
  endingOf,
  type Parsed,
  receiptRefusals,
  type roomEndpoints,
  roomRefusals,
} from '@docketbox/contract'
import { findReviewableFacts, receiptSummaries } from '#features/receipts'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { requireYear, type Scope } from '#platform/security/scope.ts'
import type { RoomRow } from '../sharing/store.ts'
import { latestYearOfNotes } from './store.ts'

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
 * The receipt a note in a room is about, and the year in which its guest reads it. For a receipt that has moved out of the
 * shared years, that's the year of the newest note about it.
 * @throws Refusal when the caller can't see what it's about, that's in the bin, or the guest couldn't read the note.
 */
export async function resolveInRoom(
  db: Db,
  scope: Scope,
  room: RoomRow,
  about: NewNote['about'],
): Promise<Subject> {
  const { incomeYear, receiptId } = await resolve(db, scope, about)
  if (room.incomeYears.includes(incomeYear)) return { incomeYear, receiptId }
  const earlier = receiptId === null ? undefined : await latestYearOfNotes(db, room, receiptId)
  if (earlier === undefined) throw new Refusal(roomRefusals.yearNotShared)
  return { incomeYear: earlier, receiptId }
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
  if (found?.hash !== known) {
    const message = 'This receipt has changed since you opened it. Check it, then mark it as reviewed.'
    throw new Refusal(commonRefusals.changed, { message })
  }
  return found.facts
}
