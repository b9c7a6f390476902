import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { plainDate } from '#platform/format/dates.ts'
import type { Tone } from '#ui/data/stamp.tsx'

/** Where somebody stands, in few words. */
export function standingOf({ subs_details: plan, subscription, daysLeft, incoming }: PlanState): {
  name: string
  words: string
  tone: Tone
} {
  if (incoming) return { name: incoming.planName, words: 'Incoming', tone: 'sky' }
  if (!plan) return { name: 'No plan', words: 'Inactive', tone: 'plain' }
  if (plan.status === 'expired') return { name: plan.planName, words: 'Expired', tone: 'clay' }
  if (plan.status === 'cancelled') return { name: plan.planName, words: 'Cancelled', tone: 'clay' }
  if (subscription?.isRenewalDue) return { name: plan.planName, words: 'Payment due', tone: 'wattle' }
  if (plan.planName === 'Trial' && daysLeft !== null)
    return { name: 'Trial', words: days(daysLeft), tone: 'wattle' }
  return { name: plan.planName, words: 'Active', tone: 'leaf' }
}

/** The same as a sentence. */
export function planInWords({ subs_details: plan, subscription, daysLeft, incoming }: PlanState): string {
  if (incoming) return `Your ${incoming.planName} plan begins on ${plainDate(incoming.startsAt)}.`
  if (!plan) return 'You have no plan yet.'
  if (plan.status !== 'active' || daysLeft === null)
    return `Your ${plan.planName} plan has ended. Your receipts stay.`
  if (subscription?.isRenewalDue) return `${plan.planName} plan, its renewal is not paid yet.`
  if (subscription?.isRenewing) return `${plan.planName} plan, renews on ${plainDate(plan.currentPeriodEnd)}.`
  return `${plan.planName} plan, ${days(daysLeft)}.`
}

export function days(count: number): string {
  return count === 1 ? '1 day left' : `${count} days left`
}
