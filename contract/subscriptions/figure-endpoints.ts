import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'

/** A month in Sydney, such as `2026-07`. */
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'This isn’t a month.')

/** How many people use a plan now. */
const planFigures = z.object({
  planName: z.string(),
  /** Subscriptions that are running and will renew. */
  renewing: z.int(),
  /** Subscriptions that are running and set to end. */
  ending: z.int(),
  /** Purchased months that are running. */
  months: z.int(),
  /** Monthly revenue of its renewing subscriptions. */
  mrrCents: z.int(),
})

const monthFigures = z.object({
  month,
  /** Subscriptions that were running when the month began, and how many of them ended in it. */
  running: z.int(),
  lost: z.int(),
  /** Trials that ended in the month, and how many of their owners have bought a plan since they began. */
  trialsEnded: z.int(),
  trialsConverted: z.int(),
})

export const subscriptionFigures = z.object({
  plans: z.array(planFigures),
  /** Trials that are running, unless their owner has bought something that ends later. */
  trials: z.int(),
  /** The latest month first. */
  months: z.array(monthFigures),
})
export type SubscriptionFigures = z.infer<typeof subscriptionFigures>

/** Sets of subscriptions to list; those from `running` on belong to a month. */
export const subscriptionSets = [
  'renewing',
  'ending',
  'months',
  'trials',
  'running',
  'lost',
  'trialsEnded',
  'trialsConverted',
] as const
export type SubscriptionSet = (typeof subscriptionSets)[number]

export const countedSubscription = z.object({
  _id: z.uuid(),
  /** Null if the account is gone. */
  user: z.object({ _id: z.uuid(), name: z.string(), email: z.string() }).nullable(),
  planName: z.string(),
  startedAt: z.iso.datetime(),
  /** When what's paid for ends, or when it ended. */
  endsAt: z.iso.datetime(),
})
export type CountedSubscription = z.infer<typeof countedSubscription>

export const subscriptionFigureEndpoints = {
  figures: endpoint('GET /api/admin/subscription-figures', {
    right: 'customers:read',
    summary:
      'Active subscriptions by plan, and for each month how many ended and how many trials led to a plan.',
    response: subscriptionFigures,
  }),
  counted: endpoint('GET /api/admin/subscription-figures/rows', {
    right: 'customers:read',
    summary: 'The subscriptions that one of the figures counts, the latest first.',
    query: z.strictObject({
      ...pageQuery({ limit: 20, maxLimit: 100 }),
      set: z.enum(subscriptionSets, 'Choose one of the figures.'),
      plan: z.string().trim().max(MAX_LENGTH.planName).optional(),
      /** For figures of a month; the current one by default. */
      month: month.optional(),
    }),
    response: listOf(countedSubscription),
  }),
}
