import { type PaymentMonth, sydneyDay } from '@docketbox/contract'
import type { PaymentDeps } from '../deps.ts'
import { sumByDay, sumOf } from './list-store.ts'

const MONTHS = 24

/** What the payments of the last 24 months add up to, by month in Sydney; the latest first. */
export async function sumByMonth({
  db,
  now,
}: Pick<PaymentDeps, 'db' | 'now'>): Promise<{ months: PaymentMonth[] }> {
  const [year, month] = sydneyDay(now()).split('-').map(Number) as [number, number]
  const months = Array.from({ length: MONTHS }, (_, ago) =>
    new Date(Date.UTC(year, month - 1 - ago, 1)).toISOString().slice(0, 7),
  )
  const from = `${months.at(-1)}-01`
  const [all, failed] = await Promise.all([sumByDay(db, { from }), sumByDay(db, { from, state: 'failed' })])
  return {
    months: months.map((month) => ({
      month,
      ...sumOf(all.filter(({ datedOn }) => datedOn.startsWith(month))),
      failed: sumOf(failed.filter(({ datedOn }) => datedOn.startsWith(month))).payments,
    })),
  }
}
