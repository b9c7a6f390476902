import {
  type DeductionLabel,
  type Note,
  type Parsed,
  type roomEndpoints,
  roomRefusals,
} from '@docketbox/contract'
import {
  confirmLabel,
  draftUri,
  lockLiveReceipt,
  mergeWithin,
  receiptOfDraft,
  saveReceiptWithin,
} from '#features/receipts'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import type { Caller } from '#platform/security/scope.ts'
import type { RoomMailDeps } from '../mails.ts'
import { statusOf } from '../sharing/rules.ts'
import { lockRoom, type RoomRow } from '../sharing/store.ts'
import { notify } from './notify.ts'
import { presentNote } from './present.ts'
import { resolve } from './resolve.ts'
import * as store from './store.ts'

type AnswerDeps = Pick<Deps, 'db' | 'jobs' | 'now' | 'taxRules'> & RoomMailDeps

type Body = Parsed<typeof roomEndpoints.answerNote>['body']

/**
 * Answers a request, or decides on a proposed label. A file it's answered with is filed in the same transaction. The same
 * answer again changes nothing.
 * @throws Refusal when it already has a different answer, the share has ended, its receipt is in the bin, or the file can't
 * be filed or seen by the guest.
 */
export function answerNote(
  deps: AnswerDeps,
  caller: Caller,
  id: string,
  { text, accept, ...file }: Body,
): Promise<Note> {
  const { ownerId } = caller.scope
  const hasFile = Object.values(file).some((given) => given !== undefined)
  const answer = { answer: text ?? null, isAccepted: accept ?? null }
  return inTransaction(deps.db, async (db) => {
    const at = deps.now()
    const note = await store.lockNote(db, ownerId, id)
    const isAnswer = note?.kind === 'request' && (text !== undefined || hasFile)
    const isDecision = note?.kind === 'label' && accept !== undefined
    if (!note || !(isAnswer || isDecision)) throw new Refusal(roomRefusals.noteNotFound)
    if (note.answeredAt) {
      // A retry after a lost response.
      const answerReceiptId = await answeredWith(db, ownerId, file)
      if (isSameAnswer(note, { ...answer, answerReceiptId })) return presentNote(db, caller, id)
      throw new Refusal(roomRefusals.alreadyAnswered)
    }
    if (note.receiptId !== null) await lockLiveReceipt(db, ownerId, note.receiptId)
    const replacedLabel = accept
      ? await confirmLabel(db, ownerId, note.receiptId!, { label: note.label as DeductionLabel, at })
      : null
    let answerReceiptId: string | null = null
    if (isAnswer) {
      const room = await lockRoom(db, ownerId, note.roomId)
      if (statusOf(room, at) !== 'active') throw new Refusal(roomRefusals.ended)
      answerReceiptId = await fileAnswer(db, deps, caller, note, file)
      await requireReadable(db, caller, room, answerReceiptId)
      await notify(db, deps, room.id, 'guest')
    }
    await store.updateNote(db, ownerId, id, { ...answer, answerReceiptId, answeredAt: at, replacedLabel })
    return presentNote(db, caller, id)
  })
}

type AnswerFile = Pick<Body, 'receipt' | 'draft' | 'newReceipt'>

/** @returns the receipt that answers a request; null if it's answered in words. */
async function fileAnswer(
  db: Db,
  deps: AnswerDeps,
  caller: Caller,
  note: store.RoomNote,
  { receipt, draft, newReceipt }: AnswerFile,
): Promise<string | null> {
  if (receipt !== undefined) return receipt
  if (newReceipt) {
    const filed = await saveReceiptWithin(db, deps, caller.scope, { input: newReceipt, path: 'newReceipt.' })
    return filed._id
  }
  if (draft === undefined) return null
  if (note.receiptId === null) throw invalidInput({ draft: 'This question isn’t about a receipt.' })
  await mergeWithin(db, deps, caller, { into: note.receiptId, draft })
  return note.receiptId
}

const NOT_SHARED =
  'They couldn’t see this receipt, because its income year isn’t shared with them. Answer in words.'

/** @throws Refusal when there's no such receipt, it's in the bin, or the guest couldn't see it. */
async function requireReadable(
  db: Db,
  { scope }: Caller,
  { incomeYears }: RoomRow,
  receipt: string | null,
): Promise<void> {
  if (receipt === null) return
  const { incomeYear } = await resolve(db, scope, { receipt })
  if (!incomeYears.includes(incomeYear))
    throw new Refusal(roomRefusals.yearNotShared, { message: NOT_SHARED })
}

/** The receipt that an earlier attempt with the same file answered with. */
async function answeredWith(
  db: Db,
  ownerId: string,
  { receipt, draft, newReceipt }: AnswerFile,
): Promise<string | null> {
  if (receipt !== undefined) return receipt
  const uri = draft === undefined ? newReceipt?.file[0]?.uri : draftUri(draft)
  return uri === undefined ? null : receiptOfDraft(db, ownerId, uri)
}

type NoteAnswer = Pick<store.RoomNote, 'answer' | 'answerReceiptId' | 'isAccepted'>

function isSameAnswer(one: NoteAnswer, other: NoteAnswer): boolean {
  const isSameDecision = one.isAccepted === other.isAccepted
  return isSameDecision && one.answer === other.answer && one.answerReceiptId === other.answerReceiptId
}

const UNDECIDED = {
  answeredAt: null,
  answer: null,
  answerReceiptId: null,
  isAccepted: null,
  replacedLabel: null,
}

/** Undoes a decision on a proposed label, which then waits again. Does nothing if it already waits. */
export function undoDecision(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  caller: Caller,
  id: string,
): Promise<Note> {
  const { ownerId } = caller.scope
  return inTransaction(db, async (db) => {
    const note = await store.lockNote(db, ownerId, id)
    if (note?.kind !== 'label') throw new Refusal(roomRefusals.noteNotFound)
    await lockLiveReceipt(db, ownerId, note.receiptId!)
    if (note.isAccepted) {
      const label = await confirmLabel(db, ownerId, note.receiptId!, {
        label: note.replacedLabel as DeductionLabel | null,
        replaces: note.label as DeductionLabel,
        at: now(),
      })
      // A proposal accepted since replaced it: undoing that one brings back what was there before both.
      if (label !== note.label) await store.passOnReplacedLabel(db, note)
    }
    await store.updateNote(db, ownerId, id, UNDECIDED)
    return presentNote(db, caller, id)
  })
}
