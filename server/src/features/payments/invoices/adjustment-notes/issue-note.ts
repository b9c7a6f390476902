import { z } from 'zod'
import { subsDetailsOf } from '#features/subscriptions'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import type { PaymentDeps } from '../../deps.ts'
import { findBuyer, findById, type PaymentRow } from '../../store.ts'
import { adjustmentNotePdf } from './adjustment-note.ts'
import { addFullPrices } from '../full-price.ts'
import { correctionMail, creditMail, creditTakenMail, refundMail } from './mails.ts'
import { findNote, insertNote, listNotes, type NoteRow } from './store.ts'

/**
 * Issues an adjustment note in the transaction that changes what a payment cost, and has it mailed.
 * @param change `amountCents` is by how much the price went down, negative if it went up; `creditCents` how much of
 * that went back as credit; `isCorrection` that a plan change left more credit than we knew.
 */
export async function issueNote(
  deps: Pick<PaymentDeps, 'jobs' | 'now'>,
  db: Db,
  { id: paymentId }: Pick<PaymentRow, 'id'>,
  change: {
    amountCents: number
    creditCents?: number
    reason: 'refund' | 'refundFailed' | 'planChange' | 'creditTaken'
    isCorrection?: boolean
  },
): Promise<void> {
  const { amountCents, creditCents = 0, reason, isCorrection = false } = change
  const issuedAt = deps.now()
  const { id } = await insertNote(db, { id: newId(), paymentId, amountCents, reason, issuedAt })
  await deps.jobs.enqueue(db, sendNote, { note: id, creditCents, isCorrection })
}

const mails = { refund: refundMail, planChange: creditMail, creditTaken: creditTakenMail }

export const sendNote = defineJob(
  'payments.sendAdjustmentNote',
  z.strictObject({
    note: z.uuid(),
    creditCents: z.int().default(0),
    isCorrection: z.boolean().default(false),
  }),
  async (deps, { note: id, creditCents, isCorrection }) => {
    const note = await findNote(deps.db, id)
    const payment = note && (await findById(deps.db, note.paymentId))
    const buyer = payment && (await findBuyer(deps.db, payment.ownerId))
    if (!buyer || hasOwnMail(note, payment)) return
    const notes = await listNotes(deps.db, [payment.id])
    const [row] = await addFullPrices(deps.db, [payment])
    const pdf = await adjustmentNotePdf(deps, row!, note, notes)
    const mailOf = isCorrection ? correctionMail : mails[note.reason as keyof typeof mails]
    const hasAccess = (await subsDetailsOf(deps, buyer.id))?.status === 'active'
    await deps.mail.queue(deps.db, mailOf(deps, buyer, payment, { note, creditCents, pdf, hasAccess }))
  },
  { retries: 12, retryDelaySeconds: 5 },
)

/** A failed refund has a separate mail, and the mails of a dispute say what becomes of the credit. */
function hasOwnMail({ reason }: NoteRow, { disputeState }: PaymentRow): boolean {
  return reason === 'refundFailed' || (reason === 'creditTaken' && disputeState !== null)
}
