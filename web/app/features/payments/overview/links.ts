import { paths, withQuery } from '@docketbox/contract/core/paths'
import type { SubscriptionSet } from '@docketbox/contract/subscriptions/figure-endpoints'
import { monthsFrom } from '../admin/periods.ts'

/** The payments dated in a month such as `2026-07`. */
export function paymentsOfMonth(month: string, state: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const { from, to } = monthsFrom(month, year, number, 1)
  return withQuery(paths.adminPayments, { from, to, state })
}

export function subscriptionsIn(set: SubscriptionSet, of: { month?: string; plan?: string } = {}): string {
  return withQuery(paths.adminFinanceSubscriptions, { set, ...of })
}
