import { z } from 'zod'
import { endpoint } from '../../core/endpoint.ts'
import { receipt } from '../schemas.ts'
import { subscriptionRefusals } from '../../subscriptions/endpoints.ts'
import { receiptRefusals } from '../texts.ts'

const { notFound, inTrash, draftNotFound, draftTaken, tooManyFiles, changeNotFound, cannotUnmerge } =
  receiptRefusals

/** How a draft or receipt that looks like another one is resolved. */
export const duplicateEndpoints = {
  keepDuplicate: endpoint('POST /api/upload/duplicates/keep', {
    right: 'receipts:write',
    summary:
      'Keeps a draft or receipt that looks like a duplicate, and stops warning about it. `isKept: false` warns again.',
    body: z.union([
      z.strictObject({ draft: z.uuid(), isKept: z.boolean().default(true) }),
      z.strictObject({ receipt: z.uuid(), isKept: z.boolean().default(true) }),
    ]),
    response: z.object({ isKept: z.boolean() }),
    refusals: [notFound, draftNotFound],
  }),
  mergeDuplicate: endpoint('POST /api/upload/duplicates/merge', {
    right: 'receipts:write',
    summary:
      'Adds the files of a draft or of another receipt to a receipt, as further pages, and fills in missing details. ' +
      'The other receipt goes to the bin. Merging the same again changes nothing.',
    body: z.union([
      z.strictObject({ into: z.uuid(), draft: z.uuid() }),
      z.strictObject({ into: z.uuid(), receipt: z.uuid() }),
    ]),
    response: z.object({
      receipt,
      /** Takes the merge back. */
      undo: z.uuid(),
    }),
    refusals: [subscriptionRefusals.noActivePlan, notFound, inTrash, draftNotFound, draftTaken, tooManyFiles],
  }),
  undoMerge: endpoint('POST /api/upload/duplicates/merge/:mergeId/undo', {
    right: 'receipts:write',
    summary: 'Undoes a merge, unless the receipt has changed since.',
    params: z.object({ mergeId: z.uuid() }),
    response: receipt,
    refusals: [notFound, inTrash, changeNotFound, cannotUnmerge],
  }),
}
