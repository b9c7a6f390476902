import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { commonRefusals } from '../core/refusal.ts'
import { asRead } from '../core/schemas/as-read.ts'
import { day, incomeYear } from '../core/schemas/fields.ts'
import { listOf } from '../core/schemas/list.ts'
import { lodgedVia, lodgedReturn, yearOverview } from './schemas.ts'
import { yearSummary } from './summary.ts'
import { yearRefusals } from './texts.ts'

const byYear = z.object({ incomeYear })
const { notStarted, notLodged } = yearRefusals

/** Income years of the caller: what was spent, what's missing, when it was lodged and how long to keep the receipts. */
export const yearEndpoints = {
  list: endpoint('GET /api/years', {
    right: 'receipts:read',
    guests: { logs: null },
    summary:
      'Income years with receipts, records or a lodged return, plus the current and the last one, newest first.',
    response: listOf(yearOverview),
  }),
  summary: endpoint('GET /api/years/:incomeYear', {
    right: 'receipts:read',
    guests: { logs: 'openYear', about: 'incomeYear' },
    summary:
      'An income year such as 2025-26: totals by category and label, missing details, meters, deadlines and retention.',
    params: byYear,
    response: yearSummary,
    refusals: [notStarted],
  }),
  recordLodgedReturn: endpoint('PUT /api/years/:incomeYear/lodgement', {
    right: 'receipts:write',
    summary:
      'Records when and how the return was lodged, which decides how long receipts must be kept. The year must be over.',
    params: byYear,
    body: z.strictObject({
      lodgedOn: day,
      via: lodgedVia,
      /** When it was last amended. */
      amendedOn: day.nullable().default(null),
      known: asRead(lodgedReturn.shape),
    }),
    response: lodgedReturn,
    refusals: [notStarted, commonRefusals.changed],
  }),
  removeLodgedReturn: endpoint('DELETE /api/years/:incomeYear/lodgement', {
    right: 'receipts:write',
    summary: 'Removes the record that the return was lodged.',
    params: byYear,
    response: z.object({ incomeYear: z.string() }),
  }),
  setDispute: endpoint('PUT /api/years/:incomeYear/dispute', {
    right: 'receipts:write',
    summary: 'Records whether an objection, review or appeal is open. While one is, retention doesn’t end.',
    params: byYear,
    body: z.strictObject({ isDisputed: z.boolean() }),
    response: z.object({ isDisputed: z.boolean() }),
    refusals: [notStarted],
  }),
  keepReceipts: endpoint('PUT /api/years/:incomeYear/keep', {
    right: 'receipts:write',
    summary: 'Records that the owner keeps the receipts of a year whose retention has ended.',
    params: byYear,
    body: z.strictObject({ isKept: z.boolean() }),
    response: z.object({ isKept: z.boolean() }),
    refusals: [notStarted, notLodged],
  }),
}
