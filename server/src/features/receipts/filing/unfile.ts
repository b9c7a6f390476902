import { type Draft, type DraftEdit, receiptRefusals, typedAmount } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Scope } from '#platform/security/scope.ts'
import { describeDrafts } from '../reading/describe.ts'
import { type FiledReceipt, lockReceipt } from '../store.ts'
import { type DraftRow, editOf, setEdit } from '../upload/drafts-store.ts'
import { deleteFiled, findReleased, hasNotes, releaseDrafts } from './store.ts'

/** Deleting the receipt would delete what they wrote. */
const HAS_NOTES =
  'Someone you share your records with has written about this receipt, so we can’t undo that. Delete it instead.'

/**
 * Undoes filing, all or nothing: the receipts go, and their files wait to be filed again, the first of each with what
 * was typed. If repeated, it changes nothing and returns the same.
 * @throws Refusal when a receipt doesn't exist, was changed since, has notes, or its drafts have expired.
 */
export async function unfile(
  { db, now, reader }: Pick<Deps, 'db' | 'now' | 'reader'>,
  { actor, scope: { ownerId } }: { actor: Actor; scope: Scope },
  receiptIds: string[],
): Promise<{ drafts: Draft[] }> {
  const released = await inTransaction(db, async (db) => {
    const released: DraftRow[] = []
    for (const id of [...new Set(receiptIds)].toSorted()) {
      const receipt = await lockReceipt(db, ownerId, id)
      const before = receipt ? [] : await findReleased(db, ownerId, id)
      released.push(...before)
      if (before.length > 0) continue
      if (!receipt || receipt.deletedAt) throw new Refusal(receiptRefusals.notFound)
      if (receipt.updatedAt.getTime() !== receipt.createdAt.getTime())
        throw new Refusal(receiptRefusals.cannotUnfile)
      if (await hasNotes(db, ownerId, id))
        throw new Refusal(receiptRefusals.cannotUnfile, { message: HAS_NOTES })
      const drafts = await releaseDrafts(db, ownerId, { receiptId: id })
      if (drafts.length !== receipt.files.length) throw new Refusal(receiptRefusals.cannotUnfile)
      const first = drafts.find(({ sha256 }) => sha256.equals(receipt.files[0]!.sha256))!
      const others = drafts.filter((draft) => draft !== first).map(editOf)
      first.edit = { ...editOf(first), ...withoutFilled(typedIn(receipt), { own: editOf(first), others }) }
      await setEdit(db, ownerId, first.id, editOf(first))
      released.push(...drafts)
      await audit(db, { at: now(), actorId: actor.id, action: 'receipts.unfile', subjectId: id })
    }
    await deleteFiled(db, ownerId, receiptIds)
    return released
  })
  return { drafts: await describeDrafts({ db, reader }, ownerId, released) }
}

/** Leaves out what merging filled in from another draft, which still has it. */
function withoutFilled(
  typed: DraftEdit,
  { own, others }: { own: DraftEdit; others: DraftEdit[] },
): DraftEdit {
  const isFilled = (field: keyof DraftEdit) => !own[field] && others.some((other) => other[field])
  const fields = Object.entries(typed) as [keyof DraftEdit, string][]
  return Object.fromEntries(fields.filter(([field]) => !isFilled(field)))
}

/** What the owner typed about a receipt; what was read is still known of its files. */
function typedIn({ sources, ...receipt }: FiledReceipt): DraftEdit {
  const { supplier, documentDate, totalCents, currency, description, categoryId } = receipt
  return {
    ...(sources.supplier === 'typed' && { supplier: supplier ?? '' }),
    ...(sources.documentDate === 'typed' && { date: documentDate ?? '' }),
    ...(sources.totalCents === 'typed' && currency === 'AUD' && { total: typedAmount(totalCents) }),
    ...(sources.description === 'typed' && { description }),
    category: categoryId,
  }
}
