import { z } from 'zod'
import { MAX_LENGTH, tooLong } from '../core/limits.ts'
import { endpoint } from '../core/endpoint.ts'
import { listOf } from '../core/schemas/list.ts'
import type { Role } from '../core/people/identity.ts'
import { refusals } from '../core/refusal.ts'

export const planStatuses = ['active', 'cancelled', 'expired'] as const
export type PlanStatus = (typeof planStatuses)[number]

/** What a plan unlocks: the two ways to add a receipt, and the receipts themselves. */
export const features = ['scan', 'upload', 'category'] as const
export const feature = z.enum(features)
export type Feature = z.infer<typeof feature>

export const subsDetails = z.object({
  planName: z.string(),
  status: z.enum(planStatuses),
  currentPeriodStart: z.iso.datetime(),
  currentPeriodEnd: z.iso.datetime(),
  hasUseTrial: z.boolean(),
})
export type SubsDetails = z.infer<typeof subsDetails>

export const currentSubscription = z.object({
  _id: z.uuid(),
  plan: z.uuid(),
  planName: z.string(),
  currentPeriodStart: z.iso.datetime(),
  currentPeriodEnd: z.iso.datetime(),
  /** `month`: paid month by month; `recurring`: a subscription, cancelled or not. */
  kind: z.enum(['trial', 'month', 'recurring']),
  /** Renews automatically at the period's end. */
  isRenewing: z.boolean(),
  /** The paid period has ended and the renewal isn't paid yet: access continues for a few days. */
  isRenewalDue: z.boolean(),
  /** That payment hasn't failed: it may be a bank debit, which takes days. Access continues until it's decided. */
  isRenewalPending: z.boolean(),
  /** Stripe has ended it, but what was paid for continues: it can't be resumed or changed. */
  hasEndedAtStripe: z.boolean(),
  /** What a renewal costs, before credit; null if it doesn’t renew, or at an earlier price of the plan. */
  renewalCents: z.int().nullable(),
})

/** The plan change offered: Trial to Pro, Pro to Premium, Premium to Pro. */
export const planChange = z.object({
  label: z.string(),
  plan: z.uuid(),
  planName: z.string(),
  isDowngrade: z.boolean(),
})

/** A user's plan as the server sees it. Part of the response of `/loggeduser`. */
export const planState = z.object({
  subs_details: subsDetails.nullable(),
  subscription: currentSubscription.nullable(),
  /** Our address that opens Stripe's customer portal; null without a subscription. */
  portal: z.url().nullable(),
  unlocked: z.array(feature),
  hasUseTrial: z.boolean(),
  /** Days until the current plan ends, counting one that has begun; null without a current plan. */
  daysLeft: z.int().nullable(),
  change: planChange.nullable(),
  /** Paid months that start after the current plan: "Trial until 22 Dec, then Pro until 31 Jan". */
  upcoming: z
    .object({ planName: z.string(), startsAt: z.iso.datetime(), endsAt: z.iso.datetime() })
    .nullable(),
  /** A plan whose renewal we still try to charge. Its access is closed until that's paid. */
  unpaidRenewal: z.object({ planName: z.string() }).nullable(),
  /** The plan has ended because its renewal couldn’t be charged. */
  hasEndedUnpaid: z.boolean(),
  /** A bank is deciding on a disputed payment for the plan, or for the one they had last: it can't be changed or resumed. */
  isDisputed: z.boolean(),
})
export type PlanState = z.infer<typeof planState>

/** How much storage a user's files use, including the bin and earlier versions. */
export const storageState = z.object({
  usedBytes: z.number(),
  limitBytes: z.number(),
  /** Whether a plan with more storage is on offer. */
  hasLargerPlan: z.boolean(),
})
export type StorageState = z.infer<typeof storageState>

/** From here on a user is warned that their storage is nearly full. */
export const STORAGE_WARNING_SHARE = 0.8

export const planCard = z.object({
  _id: z.uuid(),
  name: z.string(),
  description: z.string(),
  feature: z.array(z.string()),
  storageBytes: z.number(),
  priceCents: z.int(),
  pricePerMonthCents: z.int(),
  currency: z.literal('AUD'),
  /** How many months one price pays for; 0 for the trial, which is counted in days. */
  months: z.int(),
  /** "Monthly", "Quarterly", "6-Month Cycle"; "30 days" for the trial. */
  cycleLabel: z.string(),
  /** Our address that opens the payment provider's page for this plan; null without one. */
  link: z.url().nullable(),
  subs_details: subsDetails.nullable(),
  button: z.object({
    label: z.enum(['Current Plan', 'Used Plan', 'Subscribe']),
    isDisabled: z.boolean(),
    /** `openLink` opens `link` in a new tab; `changePlan` leads to /upgrade. */
    action: z.enum(['activateTrial', 'openLink', 'changePlan', 'none']),
  }),
})
export type PlanCard = z.infer<typeof planCard>

export const planTexts = {
  trialActivated: 'Free Trial Activated! Enjoy 1 month of full access.',
  trialWelcome: 'You are on a free trial! Enjoy all the features for the next 30 days.',
  planCreated: 'Subscription created successfully!',
  noLink: 'Payment link is not available for this plan.',
  noPlans: 'No subscription plans available.',
  notFetched: 'Failed to fetch subscription data.',
  noAnswer: 'Network error. Please try again.',
  wentWrong: 'An error occurred. Please try again.',
} as const

export const subscriptionRefusals = refusals('subscriptions', {
  noActivePlan: [403, 'No Active Subscription'],
  trialUsed: [409, 'You have already used your free trial.'],
  alreadyActive: [409, 'You already have an active plan.'],
  nameTaken: [409, 'There’s already a plan with this name.'],
})

/** Stripe's minimum charge. It can't sell a free plan. */
export const MIN_PRICE_CENTS = 50
export const tooLittle = 'Enter at least $0.50, the least we can charge a card.'
export const MAX_PRICE_CENTS = 9_999_99
export const tooExpensive = 'Price can be at most 9,999.99.'

const dollars = z
  .number('Price must be a number.')
  .min(MIN_PRICE_CENTS / 100, tooLittle)
  .max(MAX_PRICE_CENTS / 100, tooExpensive)
  .refine(
    (price) => Math.abs(price * 100 - Math.round(price * 100)) < 1e-6,
    'Price can have at most two decimals.',
  )

/** What a plan includes, as its card lists it. */
export const planFeatures = z
  .array(
    z
      .string()
      .trim()
      .min(1, 'A feature can’t be empty.')
      .max(120, 'A feature can have at most 120 characters.'),
  )
  .max(20, 'Enter at most 20 features.')

/** A User sends only `plan: "Trial"`; an administrator describes a plan. */
const subscribeBody = z.strictObject({
  plan: z.string().trim().min(1, 'Plan is required.').max(40, 'Plan can have at most 40 characters.'),
  price: dollars.optional(),
  isActive: z.boolean().optional(),
  description: z
    .string()
    .trim()
    .max(MAX_LENGTH.planDescription, tooLong(MAX_LENGTH.planDescription))
    .optional(),
  feature: planFeatures.optional(),
  /** How many months one price pays for. */
  months: z.int().min(1, 'Enter at least one month.').max(12, 'Enter at most twelve months.').optional(),
})
export type SubscribeBody = z.infer<typeof subscribeBody>

export const subscriptionEndpoints = {
  list: endpoint('GET /api/subscription-list', {
    right: 'plans:read',
    summary: 'The plans on offer, each with its button for you.',
    response: listOf(planCard),
  }),
  storage: endpoint('GET /api/storage', {
    right: 'plans:read',
    summary: 'How much your files take, and how much your plan includes. Each file counts once.',
    response: storageState,
  }),
  subscribe: endpoint('POST /api/subscription', {
    right: 'plans:write',
    summary: 'Starts your free trial, once. Administrators create a plan instead.',
    body: subscribeBody,
    response: z.object({
      message: z.string(),
      subs_details: subsDetails.optional(),
      plan: planCard.optional(),
    }),
    status: 201,
    refusals: [
      subscriptionRefusals.trialUsed,
      subscriptionRefusals.alreadyActive,
      subscriptionRefusals.nameTaken,
    ],
  }),
}

/** Where a login leads. */
export function landingAfterSignIn(
  person: { role: Role; subs_details: SubsDetails | null },
  now: Date,
): '/admin-dashboard' | '/subscription' | '/dashboard' {
  if (person.role !== 'User') return '/admin-dashboard'
  const plan = person.subs_details
  if (!plan || plan.status === 'expired' || new Date(plan.currentPeriodEnd) <= now) return '/subscription'
  return '/dashboard'
}
