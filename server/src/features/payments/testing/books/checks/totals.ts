import type { PaymentSums } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { PayingServer } from '#testing/paying.ts'
import { gstIn } from '../../../money.ts'

const fields = [
  'payments',
  'receivedCents',
  'refundedCents',
  'disputedCents',
  'gstCents',
  'creditReturnedCents',
] as const

/**
 * @returns a sentence for each total that differs from the sum of its payments, or, of a day or a month, from what adding
 * everything up again says.
 */
export async function checkTotals({ deps: { db } }: PayingServer): Promise<string[]> {
  const paid = await sumOfPayments(db)
  const kept = await readTotals(db)
  await sql`select rebuild_payment_totals()`.execute(db)
  const again = await readTotals(db)
  const groups = [...new Set([...kept.keys(), ...again.keys()])]
  return [
    ...fields
      .map((field) => [field, sumOf(kept, field), paid[field]] as const)
      .filter(([, inTotals, inPayments]) => inTotals !== inPayments)
      .map(([field, inTotals, inPayments]) => `${field}: ${inTotals} added up, ${inPayments} in payments`),
    ...groups
      .map((group) => [group, String(kept.get(group)), String(again.get(group))] as const)
      .filter(([, before, after]) => before !== after)
      .map(([group, before, after]) => `${group}: ${before} added up, ${after} when added up again`),
  ]
}

/** What all payments add up to. Of each, the GST is that of what wasn't returned. */
async function sumOfPayments(db: Db): Promise<PaymentSums> {
  const rows = await db
    .selectFrom('payments')
    .select(['status', 'amountCents', 'refundedCents', 'disputedCents', 'creditReturnedCents'])
    .execute()
  const sums: PaymentSums = {
    payments: rows.length,
    receivedCents: 0,
    refundedCents: 0,
    disputedCents: 0,
    gstCents: 0,
    creditReturnedCents: 0,
  }
  for (const { status, amountCents, refundedCents, disputedCents, creditReturnedCents } of rows) {
    sums.refundedCents += refundedCents
    sums.disputedCents += disputedCents
    if (status !== 'paid') continue
    sums.receivedCents += amountCents
    sums.gstCents += gstIn(amountCents - refundedCents - disputedCents)
    sums.creditReturnedCents += creditReturnedCents
  }
  return sums
}

/** The totals of each day and each month that aren't all zero, in the order of `fields`, by day or month, state, plan and method. */
async function readTotals(db: Db): Promise<Map<string, number[]>> {
  const totals = new Map<string, number[]>()
  for (const [table, period] of [
    ['paymentTotals', 'datedOn'],
    ['paymentMonthTotals', 'month'],
  ] as const) {
    const rows = await db
      .selectFrom(table)
      .select([sql<string>`${sql.ref(period)}::text`.as('period'), 'state', 'planName', 'method'])
      .select(({ fn }) => fields.map((field) => fn.sum<number>(field).as(field)))
      .groupBy(['period', 'state', 'planName', 'method'])
      .execute()
    for (const row of rows) {
      const sums = fields.map((field) => Number(row[field]))
      if (sums.some((sum) => sum !== 0))
        totals.set([table, row.period, row.state, row.planName, row.method].join(' '), sums)
    }
  }
  return totals
}

/** Of all days. */
function sumOf(totals: ReadonlyMap<string, number[]>, field: (typeof fields)[number]): number {
  const days = [...totals].filter(([group]) => group.startsWith('paymentTotals '))
  return days.reduce((sum, [, sums]) => sum + sums[fields.indexOf(field)]!, 0)
}
