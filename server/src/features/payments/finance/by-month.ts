import { monthsUntil, type PaymentMonth, sydneyDay } from '@docketbox/contract'
import type { PaymentDeps } from '../deps.ts'
import { sumByMonth, sumOf } from './sums-store.ts'

const MONTHS = 24

/** Payment totals of the last 24 months in Sydney, the latest first. */
export async function overviewByMonth({
  db,
  now,
}: Pick<PaymentDeps, 'db' | 'now'>): Promise<{ months: PaymentMonth[] }> {
  const months = monthsUntil(sydneyDay(now()), MONTHS)
  const from = `${months.at(-1)}-01`
  const inState = (state: 'failed' | 'disputed') => sumByMonth(db, { from, state })
  const [all, failed, disputed] = await Promise.all([
    sumByMonth(db, { from }),
    inState('failed'),
    inState('disputed'),
  ])
  const sumIn = (month: string, sums: typeof all) => sumOf(sums.filter((row) => row.month === `${month}-01`))
  return {
    months: months.map((month) => ({
      month,
      ...sumIn(month, all),
      failed: sumIn(month, failed).payments,
      disputed: sumIn(month, disputed).payments,
    })),
  }
}
