import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/schemas/list.ts'
import { tooLong } from '../core/limits.ts'
import { receiptSort, searchFilter } from './search-endpoints.ts'
import { receiptRefusals } from './texts.ts'

export const MAX_VIEWS = 20
export const MAX_VIEW_NAME = 60

/** A named set of filters and order for the list of receipts. */
export const savedView = z.strictObject({
  name: z.string().trim().normalize().min(1, 'Enter a name.').max(MAX_VIEW_NAME, tooLong(MAX_VIEW_NAME)),
  filter: z.strictObject(searchFilter),
  sort: receiptSort,
})
const byView = z.object({ viewId: z.uuid() })

export const viewEndpoints = {
  views: endpoint('GET /api/receipts/views', {
    right: 'receipts:read',
    summary: 'Saved views of the caller’s receipts, by name.',
    response: listOf(
      savedView.extend({
        _id: z.string(),
        // Any that was saved before years were checked.
        filter: savedView.shape.filter.extend({ incomeYear: z.string().optional() }),
      }),
    ),
  }),
  saveView: endpoint('POST /api/receipts/views/:viewId', {
    right: 'receipts:write',
    summary: 'Saves a view under a new id that the caller chooses, or changes the one with this id.',
    params: byView,
    body: savedView,
    response: z.object({ _id: z.string() }),
    refusals: [receiptRefusals.tooManyViews],
  }),
  removeView: endpoint('DELETE /api/receipts/views/:viewId', {
    right: 'receipts:write',
    summary: 'Deletes a saved view.',
    params: byView,
    response: z.object({ _id: z.string() }),
  }),
}
