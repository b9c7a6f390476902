import type { PlanState } from '@docketbox/contract/subscriptions'
import type { Tone } from '#ui/stamp'

/** Where somebody stands, in few words. */
export function standingOf({ subs_details: plan, daysLeft }: PlanState): {
  name: string
  words: string
  tone: Tone
} {
  if (!plan) return { name: 'No plan', words: 'Inactive', tone: 'plain' }
  if (plan.status === 'expired') return { name: plan.planName, words: 'Expired', tone: 'clay' }
  if (plan.status === 'cancelled') return { name: plan.planName, words: 'Cancelled', tone: 'clay' }
  if (plan.planName === 'Trial' && daysLeft !== null)
    return { name: 'Trial', words: days(daysLeft), tone: 'wattle' }
  return { name: plan.planName, words: 'Active', tone: 'leaf' }
}

export function days(count: number): string {
  return count === 1 ? '1 day left' : `${count} days left`
}
