import { formatCents } from '@docketbox/contract/core/money'
import type { PlanState } from '@docketbox/contract/subscriptions/endpoints'
import { planDate, shortLastPlanDate, shortPlanDate } from '#platform/format/plan-dates.ts'
import type { Tone } from '#ui/data/stamp.tsx'

/** The plan's name and its state, for a badge. */
export function planStatus(person: PlanState): { name: string; label: string; tone: Tone } {
  const { subs_details: plan, subscription, daysLeft: days, upcoming, isDisputed } = person
  const { unpaidRenewal: unpaid } = person
  if (!subscription && unpaid) return { name: unpaid.planName, label: 'Payment due', tone: 'wattle' }
  if (!subscription && upcoming) return { name: upcoming.planName, label: 'Upcoming', tone: 'sky' }
  if (plan && !subscription && isDisputed) return { name: plan.planName, label: 'Disputed', tone: 'clay' }
  if (!plan) return { name: 'No plan', label: 'Inactive', tone: 'plain' }
  if (plan.status === 'expired') return { name: plan.planName, label: 'Expired', tone: 'clay' }
  if (plan.status === 'cancelled') return { name: plan.planName, label: 'Cancelled', tone: 'clay' }
  if (subscription?.isRenewalPending) return { name: plan.planName, label: 'Payment pending', tone: 'sky' }
  if (subscription?.isRenewalDue) return { name: plan.planName, label: 'Payment due', tone: 'wattle' }
  if (plan.planName === 'Trial' && days !== null)
    return { name: 'Trial', label: daysLeft(days), tone: 'wattle' }
  if (isEnding(person))
    return { name: plan.planName, label: `Ends ${shortLastPlanDate(plan.currentPeriodEnd)}`, tone: 'wattle' }
  return { name: plan.planName, label: 'Active', tone: 'leaf' }
}

/** The plan in one sentence, with its dates in Sydney time. */
export function planSummary(person: PlanState): string {
  const { subs_details: plan, subscription, daysLeft: days, upcoming } = person
  if (!subscription && person.unpaidRenewal) {
    const summary = `${unpaidRenewalText(person.unpaidRenewal)} Until it’s paid, you can’t add receipts.`
    if (!upcoming) return summary
    return `${summary} Your ${upcoming.planName} months start on ${planDate(upcoming.startsAt)}.`
  }
  if (!subscription && upcoming)
    return `Your ${upcoming.planName} plan starts on ${planDate(upcoming.startsAt)}.`
  if (!plan) return 'You don’t have a plan yet.'
  if (person.hasEndedUnpaid)
    return `Your ${plan.planName} plan has ended because we couldn’t charge its renewal. You can still view and download your receipts.`
  if (!subscription && person.isDisputed)
    return `Your ${plan.planName} plan has stopped while your bank looks into a disputed payment. You can still view and download your receipts.`
  if (plan.status !== 'active' || days === null)
    return `Your ${plan.planName} plan has ended. You can still view and download your receipts.`
  if (subscription?.isRenewalPending)
    return `The renewal payment for your ${plan.planName} plan is on its way. Bank debits take up to three business days. You have full access in the meantime.`
  if (subscription?.isRenewalDue)
    return `We haven’t received the renewal payment for your ${plan.planName} plan yet.`
  if (subscription?.isRenewing) {
    const price = subscription.renewalCents ? ` for ${formatCents(subscription.renewalCents)}` : ''
    return `Your ${plan.planName} plan renews on ${planDate(plan.currentPeriodEnd)}${price}.`
  }
  const until = `${plan.planName} until ${shortLastPlanDate(plan.currentPeriodEnd)}`
  const next = upcoming ? `then ${upcomingText(upcoming, plan.currentPeriodEnd)}` : daysLeft(days)
  return `${until}, ${next}.${isEnding(person) ? ' It won’t renew.' : ''}`
}

/** Whether a subscription isn't renewed any more. Trials and purchased months never are, and don't count. */
export function isEnding({ subscription }: PlanState): boolean {
  return subscription?.kind === 'recurring' && !subscription.isRenewing
}

/** The name of the plan whose renewal wasn't paid, whether or not we still try to charge it. */
export function unpaidPlanOf({
  unpaidRenewal,
  hasEndedUnpaid,
  subs_details: plan,
}: PlanState): string | undefined {
  return unpaidRenewal?.planName ?? (hasEndedUnpaid ? plan?.planName : undefined)
}

/** Stripe still tries, so the plan hasn't ended. A bank debit may also be on its way, so nothing says it was declined. */
export function unpaidRenewalText({ planName }: NonNullable<PlanState['unpaidRenewal']>): string {
  return `We haven’t received the renewal payment for your ${planName} plan, and we’ll keep trying.`
}

/** A plan that has ended at Stripe, but is paid for. */
export function owedPlanText(person: PlanState): string {
  return `${planSummary(person)} You can’t resume or change it. If you subscribe to another plan, that plan starts today and we’ll refund the time you haven’t used.`
}

/** `Pro until 31 Jan`, or `Pro from 1 Jan until 31 Jan` after days without a plan. */
function upcomingText({ planName, startsAt, endsAt }: NonNullable<PlanState['upcoming']>, end: string) {
  const from = startsAt > end ? ` from ${shortPlanDate(startsAt)}` : ''
  return `${planName}${from} until ${shortLastPlanDate(endsAt)}`
}

/** Whether the user has a paid plan now, or has paid for months to come. */
export function hasPaidPlan({ subs_details: plan, upcoming }: PlanState): boolean {
  return upcoming !== null || (plan?.status === 'active' && plan.planName !== 'Trial')
}

/** What happens at the end of the current period. */
export function endLabel({ subs_details: plan, subscription, unpaidRenewal, isDisputed }: PlanState): string {
  if (!subscription && unpaidRenewal) return 'Paid until'
  if (!subscription && isDisputed) return 'Stopped'
  if (plan?.status !== 'active') return 'Ended'
  if (subscription?.isRenewalDue) return 'Active until'
  return subscription?.isRenewing ? 'Renews' : 'Ends'
}

export function daysLeft(count: number): string {
  return count === 1 ? '1 day left' : `${count} days left`
}
