import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { day, incomeYear } from '../core/fields.ts'
import { listOf } from '../core/list.ts'
import { lodgedVia, yearLodgement, yearOverview } from './schemas.ts'
import { yearSummary } from './summary.ts'
import { yearRefusals } from './texts.ts'

const byYear = z.object({ incomeYear })
const { notStarted, notLodged } = yearRefusals

/** Income years of the caller: what was spent, what's missing, when it was lodged and how long to keep the receipts. */
export const yearEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/years',
    right: 'receipts:read',
    guests: { logs: null },
    summary:
      'Income years with receipts, records or a lodgement, and the current and the last one; the newest first.',
    response: listOf(yearOverview),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/years/:incomeYear',
    right: 'receipts:read',
    guests: { logs: 'openYear', about: 'incomeYear' },
    summary:
      'An income year such as 2025-26: totals by category and label, what is missing, meters, deadlines and retention.',
    params: byYear,
    response: yearSummary,
    refusals: [notStarted],
  }),
  recordLodgement: endpoint({
    method: 'PUT',
    path: '/api/years/:incomeYear/lodgement',
    right: 'receipts:write',
    summary:
      'Records when and how the return was lodged, from which the retention of the receipts follows. The year must be over.',
    params: byYear,
    body: z.strictObject({
      lodgedOn: day,
      via: lodgedVia,
      /** When it was last amended. */
      amendedOn: day.nullable().default(null),
    }),
    response: yearLodgement,
    refusals: [notStarted],
  }),
  removeLodgement: endpoint({
    method: 'DELETE',
    path: '/api/years/:incomeYear/lodgement',
    right: 'receipts:write',
    summary: 'Forgets when the return was lodged.',
    params: byYear,
    response: z.object({ incomeYear: z.string() }),
  }),
  setDispute: endpoint({
    method: 'PUT',
    path: '/api/years/:incomeYear/dispute',
    right: 'receipts:write',
    summary: 'Says whether an objection, review or appeal is open, which suspends the end of the retention.',
    params: byYear,
    body: z.strictObject({ isDisputed: z.boolean() }),
    response: z.object({ isDisputed: z.boolean() }),
    refusals: [notStarted],
  }),
  keepReceipts: endpoint({
    method: 'PUT',
    path: '/api/years/:incomeYear/keep',
    right: 'receipts:write',
    summary: 'Answers the question that is asked when the retention has ended: the receipts stay.',
    params: byYear,
    body: z.strictObject({ isKept: z.boolean() }),
    response: z.object({ isKept: z.boolean() }),
    refusals: [notStarted, notLodged],
  }),
}
