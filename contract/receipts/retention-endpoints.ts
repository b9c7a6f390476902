import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { incomeYear } from '../core/schemas/fields.ts'
import { receipt } from './schemas.ts'
import { selectedIds, shownFilter } from './search-endpoints.ts'
import { receiptRefusals } from './texts.ts'

const byId = z.object({ uploadId: z.uuid() })
const { notFound, inTrash, notInTrash, mustBeKept, someMustBeKept } = receiptRefusals

export const retentionEndpoints = {
  setLastClaim: endpoint('PUT /api/upload/:uploadId/last-claim', {
    right: 'receipts:write',
    summary:
      'Sets the last income year an asset is claimed in. Its retention period starts there. Null for other receipts, which `isOneYear` confirms.',
    params: byId,
    body: z.strictObject({ incomeYear: incomeYear.nullable(), isOneYear: z.boolean().default(false) }),
    response: receipt,
    refusals: [notFound, inTrash],
  }),
  deletePermanently: endpoint('POST /api/upload/:uploadId/delete-permanently', {
    right: 'receipts:write',
    summary: 'Permanently deletes a receipt in the bin. Within its retention period, that must be confirmed.',
    params: byId,
    body: z.strictObject({ isConfirmed: z.boolean().default(false) }),
    response: z.object({ _id: z.string() }),
    refusals: [notFound, notInTrash, mustBeKept],
  }),
  retentionYears: endpoint('GET /api/receipts/retention-years', {
    right: 'receipts:read',
    summary: 'The income years that retention counts from, for a selection, a filter or the bin.',
    query: z.object({
      ...shownFilter,
      ids: selectedIds.optional(),
      bin: z.enum(['true', 'false']).optional(),
    }),
    response: z.object({ incomeYears: z.array(z.string()) }),
  }),
  emptyBin: endpoint('POST /api/upload/trash/empty', {
    right: 'receipts:write',
    summary:
      'Permanently deletes the receipts in the bin, except those deleted after `until`. Within a retention period, that must be confirmed.',
    body: z.strictObject({ until: z.iso.datetime(), isConfirmed: z.boolean().default(false) }),
    response: z.object({ deleted: z.number() }),
    refusals: [someMustBeKept],
  }),
  restoreDeleted: endpoint('POST /api/upload/trash/restore', {
    right: 'receipts:write',
    summary: 'Restores the receipts that were deleted together. They have the same `deletedAt`.',
    body: z.strictObject({ deletedAt: z.iso.datetime() }),
    response: z.object({ restored: z.number() }),
  }),
}
