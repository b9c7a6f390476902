import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { deductionLabel, workKind } from '../deduction-labels.ts'
import { labelAnswers } from './questions.ts'
import { receipt } from '../schemas.ts'
import { receiptRefusals } from '../texts.ts'

/** Questions each owner is asked once; null until they answer. */
const taxProfile = z.object({
  work: workKind.nullable(),
  isGstRegistered: z.boolean().nullable(),
})
export type TaxProfile = z.infer<typeof taxProfile>

const byId = z.object({ uploadId: z.uuid() })

export const labelEndpoints = {
  taxProfile: endpoint({
    method: 'GET',
    path: '/api/receipt/tax-profile',
    right: 'receipts:read',
    summary:
      'Whether the owner is an employee, a sole trader or both, and whether they’re registered for GST.',
    response: taxProfile,
  }),
  updateTaxProfile: endpoint({
    method: 'PATCH',
    path: '/api/receipt/tax-profile',
    right: 'receipts:write',
    summary:
      'Saves the answers to the questions each owner is asked once. Suggested labels are updated. Confirmed ones stay.',
    body: z.strictObject({ work: workKind, isGstRegistered: z.boolean() }).partial(),
    response: taxProfile,
  }),
  editLabel: endpoint({
    method: 'PATCH',
    path: '/api/upload/:uploadId/label',
    right: 'receipts:write',
    summary: 'Confirms the deduction label of a receipt (null undoes that), or answers questions about it.',
    params: byId,
    body: z.strictObject({ confirmed: deductionLabel.nullable(), answers: labelAnswers }).partial(),
    response: receipt,
    refusals: [receiptRefusals.notFound, receiptRefusals.inTrash],
  }),
}
