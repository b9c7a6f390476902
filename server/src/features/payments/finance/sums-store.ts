import { addDays, type PaymentSums } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { conditionsOf, type SummedFilter } from './filter/conditions.ts'

type DaySums = PaymentSums & { datedOn: string }
/** `month` is its first date. */
type MonthSums = PaymentSums & { month: string }

const columns = [
  'payments',
  'receivedCents',
  'refundedCents',
  'disputedCents',
  'gstCents',
  'creditReturnedCents',
] as const

/** Totals by day, the latest day first. */
export async function sumByDay(db: Db, filter: SummedFilter): Promise<DaySums[]> {
  const rows = await db
    .selectFrom('paymentTotals')
    .select('datedOn')
    .select(({ fn }) => columns.map((column) => fn.sum<number>(column).as(column)))
    .where((eb) => eb.and(conditionsOf(filter)))
    .groupBy('datedOn')
    .having(({ fn }) => fn.sum('payments'), '>', 0)
    .orderBy('datedOn', 'desc')
    .execute()
  return rows.map(({ datedOn, ...sums }) => ({ datedOn, ...numbersIn(sums) }))
}

/** Totals by month, the latest month first. Only partial months are added up by day. */
export async function sumByMonth(db: Db, filter: SummedFilter): Promise<MonthSums[]> {
  const { from, to, ...others } = filter
  const { first, end } = wholeMonths(from, to)
  const months = db
    .selectFrom('paymentMonthTotals')
    .select(['month', ...columns])
    .where((eb) => eb.and(conditionsOf(others)))
    .$if(first !== undefined, (query) => query.where('month', '>=', first!))
    .$if(end !== undefined, (query) => query.where('month', '<', end!))
  const days = db
    .selectFrom('paymentTotals')
    .select([sql<string>`date_trunc('month', dated_on)::date`.as('month'), ...columns])
    .where((eb) => eb.and(conditionsOf(filter)))
    .where((eb) =>
      eb.or([
        ...(first === undefined ? [] : [eb('datedOn', '<', first)]),
        ...(end === undefined ? [] : [eb('datedOn', '>=', end)]),
      ]),
    )
  const parts = first === undefined && end === undefined ? months : months.unionAll(days)
  const rows = await db
    .selectFrom(parts.as('part'))
    .select('month')
    .select(({ fn }) => columns.map((column) => fn.sum<number>(`part.${column}`).as(column)))
    .groupBy('month')
    .orderBy('month', 'desc')
    .execute()
  return rows.map(({ month, ...sums }) => ({ month, ...numbersIn(sums) }))
}

/** The first day of the first whole month in a range of dates, and the first day after the last whole month. */
function wholeMonths(from: string | undefined, to: string | undefined): { first?: string; end?: string } {
  return {
    ...(from !== undefined && { first: nextMonth(addDays(from, -1)) }),
    ...(to !== undefined && { end: `${addDays(to, 1).slice(0, 7)}-01` }),
  }
}

export function nextMonth(day: string): string {
  return Temporal.PlainDate.from(day).with({ day: 1 }).add({ months: 1 }).toString()
}

export function sumOf(parts: readonly PaymentSums[]): PaymentSums {
  const sums = numbersIn({})
  for (const part of parts) for (const column of columns) sums[column] += part[column]
  return sums
}

function numbersIn(sums: Partial<PaymentSums>): PaymentSums {
  return Object.fromEntries(columns.map((column) => [column, Number(sums[column] ?? 0)])) as PaymentSums
}
