import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { incomeYear } from '../../core/schemas/fields.ts'
import { yearRefusals } from '../../years/texts.ts'
import { deductionLabel, workKind } from '../deduction-labels.ts'
import { labelAnswers } from './questions.ts'
import { receipt } from '../schemas.ts'
import { receiptRefusals } from '../texts.ts'

/** Answers to what each owner is asked once, as they count for an income year; null until they answer. */
const taxProfile = z.object({
  work: workKind.nullable(),
  isGstRegistered: z.boolean().nullable(),
})
export type TaxProfile = z.infer<typeof taxProfile>

const taxProfileByYear = taxProfile.extend({
  /** Those of all years, each until the next, in the order of the income years they count from; null for the first ones. */
  answers: z.array(taxProfile.extend({ from: z.string().nullable() })),
})

const byId = z.object({ uploadId: z.uuid() })

export const labelEndpoints = {
  taxProfile: endpoint('GET /api/receipt/tax-profile', {
    right: 'receipts:read',
    summary:
      'Whether the owner is an employee, a sole trader or both, and whether they’re registered for GST: now, and in each income year.',
    response: taxProfileByYear,
  }),
  updateTaxProfile: endpoint('PATCH /api/receipt/tax-profile', {
    right: 'receipts:write',
    summary:
      'Saves the answers to the questions each owner is asked once. Suggested labels are updated. Confirmed ones stay.',
    body: z
      .strictObject({
        work: workKind,
        isGstRegistered: z.boolean(),
        /**
         * The income year from which they count, null for all years. Without it, the first answer to a question counts for all
         * years, or from the one after the last lodged return that it would change, and another one from the current year on.
         * If it counts for the years before already, the answer that it replaced counts for them again.
         */
        from: incomeYear.nullable(),
      })
      .partial(),
    response: taxProfileByYear,
    refusals: [yearRefusals.notStarted],
  }),
  editLabel: endpoint('PATCH /api/upload/:uploadId/label', {
    right: 'receipts:write',
    summary: 'Confirms the deduction label of a receipt (null undoes that), or answers questions about it.',
    params: byId,
    body: z.strictObject({ confirmed: deductionLabel.nullable(), answers: labelAnswers }).partial(),
    response: receipt,
    refusals: [receiptRefusals.notFound, receiptRefusals.inTrash],
  }),
}
