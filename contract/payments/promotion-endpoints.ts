import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { refusals } from '../core/refusal.ts'
import { dayUntil2100 } from '../core/schemas/fields.ts'
import { MAX_PRICE_CENTS } from '../subscriptions/endpoints.ts'
import { paymentRefusals } from './texts.ts'

export const promotionRefusals = refusals('promotions', {
  notFound: [404, 'This code isn’t valid or has ended.'],
  notForPlan: [409, 'You can’t use this code for this plan.'],
  used: [409, 'You’ve used this code before.'],
  dayPast: [409, 'Choose today or a later date.'],
  tooSmall: [409, 'The first payment would be less than the minimum. Choose another discount.'],
  codeTaken: [409, 'This code is in use. End it first, or choose another.'],
  codeTakenAtStripe: [
    409,
    'Someone created this code in Stripe’s Dashboard. End it there, or choose another.',
  ],
  unavailable: [
    503,
    'We can’t reach Stripe right now, so nothing has changed. Please try again in a few minutes.',
  ],
  outcomeUnknown: [
    504,
    'Stripe didn’t respond, so we don’t know yet whether this code was created. Please try again: it can’t be created twice.',
  ],
  endPending: [504, 'Stripe didn’t respond. We’ll keep trying to end this code.'],
})

/** A code that takes something off the first payment of a subscription. */
export const promotion = z.object({
  /** Stripe's ID. */
  _id: z.string(),
  code: z.string(),
  /** One of these two. */
  percentOff: z.number().nullable(),
  amountOffCents: z.int().nullable(),
  /** When it ends; null for one without an end. */
  endsAt: z.iso.datetime().nullable(),
  maxUses: z.int().nullable(),
  uses: z.int(),
  /** Whether it can be used now. */
  isActive: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type Promotion = z.infer<typeof promotion>

export const MAX_CODE_LENGTH = 30
/** Case doesn’t matter. */
export const promotionCode = z
  .string()
  .trim()
  .toUpperCase()
  .min(3, 'Use at least 3 characters.')
  .max(MAX_CODE_LENGTH, `Use at most ${MAX_CODE_LENGTH} characters.`)
  .regex(/^[A-Z0-9-]+$/, 'Use letters, digits and hyphens only.')

export const newPromotion = z
  .strictObject({
    code: promotionCode,
    percentOff: z
      .int('Enter a whole percentage.')
      .min(1, 'Enter at least 1.')
      .max(100, 'Enter at most 100.')
      .optional(),
    amountOffCents: z
      .int('Enter an amount such as 2.00.')
      .min(1, 'Enter at least one cent.')
      .max(MAX_PRICE_CENTS, 'Enter at most 9,999.99.')
      .optional(),
    /** The last date it can be used on, in Sydney. */
    lastDay: dayUntil2100.optional(),
    maxUses: z
      .int('Enter a whole number.')
      .min(1, 'Enter at least 1.')
      .max(1_000_000, 'Enter at most 1,000,000.')
      .optional(),
  })
  .refine((body) => (body.percentOff === undefined) !== (body.amountOffCents === undefined), {
    path: ['percentOff'],
    message: 'Enter a percentage or an amount, not both.',
  })
export type NewPromotion = z.output<typeof newPromotion>

/** The first payment with a code. */
export const promotionPreview = promotion
  .pick({ code: true, percentOff: true, amountOffCents: true, endsAt: true })
  .extend({
    /** What the first period costs with the code, for each plan it's for. */
    prices: z.array(z.object({ plan: z.uuid(), priceCents: z.int(), firstPriceCents: z.int() })),
  })
export type PromotionPreview = z.infer<typeof promotionPreview>

export const promotionEndpoints = {
  listPromotions: endpoint('GET /api/admin/promotions', {
    right: 'customers:read',
    summary: 'Promotion codes, the latest first.',
    response: z.object({ docs: z.array(promotion) }),
    refusals: [promotionRefusals.unavailable, paymentRefusals.providerRefused],
  }),
  createPromotion: endpoint('POST /api/admin/promotions', {
    right: 'payments:refund',
    summary: 'Creates a code for a discount on the first payment of a subscription.',
    body: newPromotion,
    response: promotion,
    status: 201,
    refusals: [
      promotionRefusals.codeTaken,
      promotionRefusals.codeTakenAtStripe,
      promotionRefusals.dayPast,
      promotionRefusals.outcomeUnknown,
      promotionRefusals.tooSmall,
      promotionRefusals.unavailable,
      paymentRefusals.providerRefused,
    ],
  }),
  endPromotion: endpoint('POST /api/admin/promotions/:id/end', {
    right: 'payments:refund',
    summary:
      'Ends a code: no one can use it any more, even on a page that’s open. Past payments keep the discount.',
    params: z.object({ id: z.string().regex(/^promo_\w{1,100}$/, promotionRefusals.notFound.message) }),
    response: promotion,
    refusals: [
      promotionRefusals.endPending,
      promotionRefusals.notFound,
      promotionRefusals.unavailable,
      paymentRefusals.providerRefused,
    ],
  }),
  previewPromotion: endpoint('GET /api/promotion', {
    right: 'plans:read',
    summary: 'The first payment of each plan with a promotion code.',
    query: z.strictObject({ code: promotionCode }),
    response: promotionPreview,
    refusals: [
      promotionRefusals.notFound,
      promotionRefusals.used,
      paymentRefusals.unavailable,
      paymentRefusals.providerRefused,
    ],
    limits: [{ per: 'account', max: 20, windowSeconds: 60 }],
  }),
}
