import { fullName } from '@docketbox/contract/core/people/full-name'
import {
  type CountedSubscription,
  monthsUntil,
  type SubscriptionFigures,
  type SubscriptionSet,
  sydneyDay,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { type ListPage, pageOf } from '#platform/database/queries/page.ts'
import * as store from './store.ts'

type FigureDeps = Pick<Deps, 'db' | 'now'>

const MONTHS = 12

/** Active subscriptions by plan, and by month how many ended and how many trials led to a plan. */
export async function subscriptionFigures({ db, now }: FigureDeps): Promise<SubscriptionFigures> {
  const at = now()
  const months = monthsUntil(sydneyDay(at), MONTHS)
  const since = months.at(-1)!
  const [plans, running, spans, trials] = await Promise.all([
    store.listPlans(db),
    store.countRunning(db, at),
    store.countByMonths(db, since, at),
    store.countTrials(db, since, at),
  ])
  const count = (set: Partial<(typeof running)[number]>) =>
    totalOf(
      running.filter((group) =>
        Object.entries(set).every(([name, value]) => group[name as keyof typeof group] === value),
      ),
    )
  return {
    plans: plans
      .filter(({ isTrial }) => !isTrial)
      .map(({ id: planId, name, priceCents, periodMonths }) => {
        const recurring = { planId, kind: 'recurring' }
        const renewing = count({ ...recurring, cancelsAtPeriodEnd: false })
        return {
          planName: name,
          renewing,
          ending: count({ ...recurring, cancelsAtPeriodEnd: true }),
          months: count({ planId, kind: 'month' }),
          mrrCents: Math.round((renewing * priceCents) / (periodMonths ?? 1)),
        }
      }),
    trials: count({ kind: 'trial' }),
    months: months.map((month) => {
      const atStart = spans.filter(({ began, ended }) => began < month && (ended === null || ended >= month))
      const ofMonth = trials.find((trial) => trial.month === month)
      return {
        month,
        running: totalOf(atStart),
        lost: totalOf(atStart.filter(({ ended }) => ended === month)),
        trialsEnded: ofMonth?.ended ?? 0,
        trialsConverted: ofMonth?.converted ?? 0,
      }
    }),
  }
}

/** The subscriptions that one of the figures counts. */
export async function listCounted(
  { db, now }: FigureDeps,
  query: {
    set: SubscriptionSet
    plan?: string | undefined
    month?: string | undefined
    page: number
    limit: number
  },
): Promise<ListPage<CountedSubscription>> {
  const { set, plan, page, limit } = query
  const at = now()
  const month = query.month ?? sydneyDay(at).slice(0, 7)
  const { rows, total } = await store.listCounted(db, { set, plan, month }, { page, limit }, at)
  const docs = rows.map(({ id, userId, firstName, lastName, email, ...row }) => ({
    _id: id,
    user:
      userId === null
        ? null
        : { _id: userId, name: fullName({ firstName: firstName!, lastName: lastName! }), email: email! },
    planName: row.planName,
    startedAt: row.createdAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
  }))
  return pageOf(docs, { page, limit }, total)
}

function totalOf(counts: readonly { total: number }[]): number {
  return counts.reduce((sum, { total }) => sum + total, 0)
}
