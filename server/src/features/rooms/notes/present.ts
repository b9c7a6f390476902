import { type DeductionLabel, incomeYearLabel, type Note } from '@docketbox/contract'
import { receiptSummaries } from '#features/receipts'
import type { Db } from '#platform/database/database.ts'
import type { Caller } from '#platform/security/scope.ts'
import * as store from './store.ts'

/** A note that the caller may see. */
export async function presentNote(db: Db, caller: Caller, id: string): Promise<Note> {
  const [note] = await presentNotes(db, caller, [(await store.findNote(db, caller.scope.ownerId, id))!])
  return note!
}

/**
 * The notes that the caller may see: none about receipts in the bin. Questions and comments about a receipt outside the
 * shared years stay without naming it: it may have moved because of an answer.
 */
export async function presentNotes(db: Db, { scope }: Caller, rows: store.RoomNote[]): Promise<Note[]> {
  const ids = rows.flatMap(({ receiptId, answerReceiptId }) => [receiptId, answerReceiptId])
  const receipts = await receiptSummaries(
    db,
    scope.ownerId,
    ids.filter((id) => id !== null),
  )
  const isVisible = (id: string | null) => {
    const receipt = id === null ? undefined : receipts.get(id)
    if (!receipt || receipt.isDeleted) return false
    return scope.incomeYears === 'all' || scope.incomeYears.includes(receipt.incomeYear)
  }
  const titleOf = (id: string | null) => (id && receipts.get(id)?.title) ?? null
  const isReadable = ({ kind, receiptId }: store.RoomNote) => {
    if (receiptId === null || isVisible(receiptId)) return true
    return ['request', 'comment'].includes(kind) && receipts.get(receiptId)?.isDeleted === false
  }
  return rows.filter(isReadable).map((row) => {
    const receipt = isVisible(row.receiptId) ? row.receiptId : null
    const answerReceipt = isVisible(row.answerReceiptId) ? row.answerReceiptId : null
    return {
      _id: row.id,
      room: row.roomId,
      email: row.email,
      kind: row.kind as Note['kind'],
      author: row.author as Note['author'],
      incomeYear: incomeYearLabel(row.incomeYear),
      receipt,
      receiptTitle: titleOf(receipt),
      text: row.text,
      label: row.label as DeductionLabel | null,
      createdAt: row.createdAt.toISOString(),
      answeredAt: row.answeredAt?.toISOString() ?? null,
      answer: row.answer,
      answerReceipt,
      answerReceiptTitle: titleOf(answerReceipt),
      isAccepted: row.isAccepted,
      hasChanged: row.hasChanged,
    }
  })
}
