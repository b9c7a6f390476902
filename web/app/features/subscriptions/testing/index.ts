import type { LoggedUser } from '@docketbox/contract/auth/endpoints'
import { GB_BYTES } from '@docketbox/contract/core/units'
import {
  type PlanCard,
  type SubsDetails,
  subscriptionEndpoints,
} from '@docketbox/contract/subscriptions/endpoints'
import { fake } from '#testing/fake-api.ts'

const ids = {
  Trial: '01937000-0000-7000-8000-000000000101',
  Pro: '01937000-0000-7000-8000-000000000102',
  Premium: '01937000-0000-7000-8000-000000000103',
}
type Name = keyof typeof ids

export function planOf(name: Name, changes: Partial<PlanCard> = {}): PlanCard {
  const priceCents = { Trial: 0, Pro: 499, Premium: 1197 }[name]
  const months = { Trial: 0, Pro: 1, Premium: 3 }[name]
  return {
    _id: ids[name],
    name,
    description: '',
    feature: ['Scan and upload receipts'],
    storageBytes: { Trial: 2, Pro: 20, Premium: 50 }[name] * GB_BYTES,
    priceCents,
    pricePerMonthCents: Math.round(priceCents / Math.max(1, months)),
    currency: 'AUD',
    months,
    cycleLabel: { Trial: '30 days', Pro: 'Monthly', Premium: 'Quarterly' }[name],
    link: `https://pay.test/${name}`,
    subs_details: null,
    button: {
      label: 'Subscribe',
      isDisabled: false,
      action: name === 'Trial' ? 'activateTrial' : 'openLink',
    },
    ...changes,
  }
}

/** The response of `/subscription-list`. */
export function plansList(docs: PlanCard[] = [planOf('Trial'), planOf('Pro'), planOf('Premium')]) {
  return { docs, totalPages: 1, page: 1, totalDocs: docs.length }
}

/** A logged-in user without a plan, or with the given plan state. */
export function personWith(planState: Partial<LoggedUser> = {}): LoggedUser {
  return {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
    firstName: 'Ann',
    lastName: 'Lee',
    phoneNumber: '0412 345 678',
    address: { street: '', city: '', state: 'Victoria', zipCode: '', country: 'Australia' },
    picture: null,
    email: 'ann@example.com',
    username: 'ann',
    role: 'User',
    status: 'active',
    isActive: true,
    hasSecondFactor: false,
    subs_details: null,
    subscription: null,
    portal: null,
    unlocked: [],
    hasUseTrial: false,
    daysLeft: null,
    change: null,
    upcoming: null,
    unpaidRenewal: null,
    hasEndedUnpaid: false,
    isDisputed: false,
    ...planState,
  }
}

export function details(planName: string, status: SubsDetails['status'] = 'active'): SubsDetails {
  return {
    planName,
    status,
    currentPeriodStart: '2026-11-01T00:00:00.000Z',
    currentPeriodEnd: '2026-12-01T02:00:00.000Z',
    hasUseTrial: true,
  }
}

/** A user on an active plan. */
export function personOn(planName: Name, more: Partial<LoggedUser> = {}): LoggedUser {
  const subs_details = details(planName)
  const { currentPeriodStart, currentPeriodEnd } = subs_details
  const isRenewing = planName !== 'Trial'
  return personWith({
    subs_details,
    subscription: {
      _id: ids.Trial,
      plan: ids[planName],
      planName,
      currentPeriodStart,
      currentPeriodEnd,
      kind: isRenewing ? 'recurring' : 'trial',
      isRenewing,
      isRenewalDue: false,
      isRenewalPending: false,
      hasEndedAtStripe: false,
      renewalCents: isRenewing ? 499 : null,
    },
    portal: isRenewing ? 'https://docketbox.test/portal' : null,
    unlocked: ['scan', 'upload', 'category'],
    hasUseTrial: true,
    daysLeft: 12,
    ...more,
  })
}

export const plentyOfStorage = fake(subscriptionEndpoints.storage, () => ({
  usedBytes: 0,
  limitBytes: 2 * GB_BYTES,
  hasLargerPlan: true,
}))
