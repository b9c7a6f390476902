import { type PlanState, type SubsDetails, subscriptionRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import {
  changeFrom,
  daysLeft,
  isRenewalDue,
  type Standing,
  standingOf,
  type Stretch,
  unlockedBy,
} from './rules.ts'
import * as store from './store.ts'

type Needs = Pick<Deps, 'db' | 'now' | 'publicUrl'>

/** Where a person stands with their plan: the part of `/loggeduser` and of a sign-in that this slice answers. */
export async function planStateOf({ db, now, publicUrl }: Needs, ownerId: string): Promise<PlanState> {
  const at = now()
  const { stretches, offers } = await store.listStretchesAndOffers(db, ownerId)
  const standing = standingOf(stretches, at)
  const isActive = standing?.status === 'active'
  const isCustomer = stretches.some(({ providerCustomerId }) => providerCustomerId !== null)
  return {
    subs_details: detailsOf(standing, stretches),
    subscription: isActive ? subscriptionOf(standing, at) : null,
    portal: isCustomer ? `${publicUrl}/portal` : null,
    unlocked: unlockedBy(standing?.status),
    hasUseTrial: hasUsedTrial(stretches),
    daysLeft: isActive ? daysLeft(standing.until, at) : null,
    change: isActive ? changeOf(standing, offers) : null,
    incoming: isActive ? null : incomingOf(stretches, at),
  }
}

/** The plan somebody has, or had last; null when they never had one. */
export async function subsDetailsOf(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
): Promise<SubsDetails | null> {
  const stretches = await store.listStretches(db, ownerId)
  return detailsOf(standingOf(stretches, now()), stretches)
}

/**
 * Refuses to add anything without an active plan (specification §4, decision 17).
 * @throws Refusal `subscriptions.noActivePlan`.
 */
export async function requireActivePlan(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
): Promise<void> {
  const standing = standingOf(await store.listStretches(db, ownerId), now())
  if (standing?.status !== 'active') throw new Refusal(subscriptionRefusals.noActivePlan)
}

export function detailsOf(standing: Standing | undefined, stretches: readonly Stretch[]): SubsDetails | null {
  if (!standing) return null
  const { stretch, status, until } = standing
  return {
    planName: stretch.planName,
    status,
    currentPeriodStart: stretch.periodStart.toISOString(),
    currentPeriodEnd: until.toISOString(),
    hasUseTrial: hasUsedTrial(stretches),
  }
}

export function hasUsedTrial(stretches: readonly Stretch[]): boolean {
  return stretches.some(({ kind }) => kind === 'trial')
}

function incomingOf(stretches: readonly Stretch[], now: Date): PlanState['incoming'] {
  const [next] = stretches
    .filter(({ kind, endedAt, periodStart }) => kind === 'month' && endedAt === null && periodStart > now)
    .toSorted((a, b) => +a.periodStart - +b.periodStart)
  return next ? { planName: next.planName, startsAt: next.periodStart.toISOString() } : null
}

/** What runs for somebody at a moment, months bought in a row as one; nothing when nothing does. */
export async function runningStretch(
  db: Db,
  ownerId: string,
  now: Date,
): Promise<{ planName: string; periodStart: Date; periodEnd: Date } | undefined> {
  const standing = standingOf(await store.listStretches(db, ownerId), now)
  if (standing?.status !== 'active') return undefined
  const { planName, periodStart } = standing.stretch
  return { planName, periodStart, periodEnd: standing.until }
}

const kinds = ['trial', 'month', 'recurring'] as const

function subscriptionOf({ stretch, until }: Standing, now: Date): PlanState['subscription'] {
  return {
    _id: stretch.id,
    plan: stretch.planId,
    planName: stretch.planName,
    currentPeriodStart: stretch.periodStart.toISOString(),
    currentPeriodEnd: until.toISOString(),
    kind: kinds.find((kind) => kind === stretch.kind)!,
    isRenewing: stretch.kind === 'recurring' && !stretch.cancelsAtPeriodEnd,
    isRenewalDue: isRenewalDue(stretch, now),
  }
}

function changeOf({ stretch }: Standing, offers: Record<string, string>): PlanState['change'] {
  const change = changeFrom(stretch.planName)
  const plan = change && offers[change.to]
  return plan ? { label: change.label, plan, planName: change.to } : null
}
