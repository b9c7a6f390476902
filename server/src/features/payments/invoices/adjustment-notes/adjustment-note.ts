import { formatDay, sydneyDay } from '@docketbox/contract'
import { gstIn } from '../../money.ts'
import type { PaymentRow } from '../../store.ts'
import { invoiceNumberOf, noteNumberOf } from '../labels.ts'
import { totalOf } from '../lines.ts'
import type { NoteRow } from './store.ts'
import { type InvoiceDeps, sheetPdf } from '../sheet.ts'

const reasons: Record<string, string> = {
  refund: 'We refunded part or all of the price',
  refundFailed: 'What we’d refunded came back to us, so the price has gone back up',
  creditTaken: 'Credit that came from this payment was taken back with it, or given again',
  planChange: 'Changing your plan left you in credit',
}

/**
 * The adjustment note for what changed a price afterwards (A New Tax System (Goods and Services Tax) Act 1999 s 29-75),
 * with what the Adjustment Note Information Requirements Determination 2022 asks for: that it's an adjustment note and
 * in which direction, the seller and ABN, its date, the reason, and the differences in price and in GST.
 * @param notes every note of the payment, the oldest first.
 */
export function adjustmentNotePdf(
  deps: InvoiceDeps,
  payment: PaymentRow,
  note: NoteRow,
  notes: readonly NoteRow[],
): Promise<Buffer> {
  return sheetPdf(deps, {
    title: deps.config.BUSINESS_ABN ? 'Adjustment note' : 'Test adjustment note',
    number: noteNumberOf(note),
    issuedAt: note.issuedAt,
    facts: [
      ...(payment.invoiceNumber === null
        ? []
        : [
            [
              'For invoice',
              `${invoiceNumberOf(payment)} of ${formatDay(sydneyDay(payment.paidAt!))}`,
            ] as const,
          ]),
      ['Reason', reasons[note.reason]!],
    ],
    payment,
    totals: note.reason === 'planChange' ? creditTotals(note) : changeTotals(payment, note, notes),
  })
}

/** The effect of a plan change that left credit: the note is for its own bill. */
function creditTotals({ amountCents }: NoteRow) {
  return [
    ['Decrease in price, including GST', amountCents],
    ['Decrease in GST', gstIn(amountCents)],
    ['Added to your credit', amountCents],
  ] as const
}

/** The effect of a refund, or of one that failed. */
function changeTotals(payment: PaymentRow, note: NoteRow, notes: readonly NoteRow[]) {
  const earlier = notes.slice(
    0,
    notes.findIndex(({ id }) => id === note.id),
  )
  const before = earlier.reduce((price, { amountCents }) => price - amountCents, totalOf(payment))
  const after = before - note.amountCents
  const change = note.amountCents > 0 ? 'Decrease' : 'Increase'
  return [
    ['Price before, including GST', before],
    ['Price after, including GST', after],
    [`${change} in price, including GST`, Math.abs(before - after)],
    [`${change} in GST`, Math.abs(gstIn(before) - gstIn(after))],
  ] as const
}
