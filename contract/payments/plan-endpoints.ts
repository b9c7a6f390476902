import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { changePreview } from './previews.ts'
import { promotionCode, promotionRefusals } from './promotion-endpoints.ts'
import { paymentRefusals } from './texts.ts'

export const planId = z.uuid('We couldn’t find this plan.')

/** Why a plan can't be changed, or its price can't be shown. */
const changeRefusals = [
  paymentRefusals.notForAdministrators,
  paymentRefusals.noSubscription,
  paymentRefusals.samePlan,
  paymentRefusals.planNotFound,
  paymentRefusals.previewOutdated,
  paymentRefusals.debitTooSlow,
  paymentRefusals.renewalUnpaid,
  paymentRefusals.planDisputed,
  paymentRefusals.planEnding,
  paymentRefusals.unavailable,
  paymentRefusals.providerRefused,
] as const

export const planEndpoints = {
  openCheckout: endpoint('POST /api/checkout', {
    right: 'payments:write',
    summary:
      'Opens the payment provider’s page for subscribing to a plan. A repeated call returns the same page.',
    body: z.strictObject({ plan: planId, code: promotionCode.optional() }),
    response: z.object({ url: z.url() }),
    refusals: [
      paymentRefusals.alreadySubscribed,
      paymentRefusals.notForAdministrators,
      paymentRefusals.debitUnderWay,
      paymentRefusals.planStarting,
      paymentRefusals.planNotFound,
      paymentRefusals.unavailable,
      paymentRefusals.providerRefused,
      promotionRefusals.notForPlan,
      promotionRefusals.notFound,
      promotionRefusals.used,
    ],
    limits: [{ per: 'account', max: 10, windowSeconds: 60 }],
  }),
  portal: endpoint('POST /api/billing-portal', {
    right: 'payments:write',
    summary: 'Opens a new session of the customer portal for card, invoices and cancellation.',
    response: z.object({ url: z.url() }),
    refusals: [
      paymentRefusals.noSubscription,
      paymentRefusals.portalUnavailable,
      paymentRefusals.unavailable,
    ],
    limits: [{ per: 'account', max: 10, windowSeconds: 60 }],
  }),
  previewChange: endpoint('POST /api/plan-change-preview', {
    right: 'payments:read',
    summary: 'The price of changing your subscription to another plan now.',
    body: z.strictObject({ plan: planId }),
    response: changePreview,
    refusals: changeRefusals,
    limits: [{ per: 'account', max: 20, windowSeconds: 60 }],
  }),
  changePlan: endpoint('POST /api/plan-change', {
    right: 'payments:write',
    summary: 'Changes your subscription to another plan at the price of a preview.',
    body: z.strictObject({ plan: planId, prorationDate: z.int(), dueNowCents: z.int() }),
    response: z.object({
      message: z.string(),
      /** If the bank must check first: what the page confirms the payment with. The plan changes once it’s paid. */
      clientSecret: z.string().optional(),
    }),
    refusals: [...changeRefusals, paymentRefusals.declined, paymentRefusals.outcomeUnknown],
    limits: [{ per: 'account', max: 10, windowSeconds: 60 }],
  }),
  cancelPlan: endpoint('POST /api/plan-cancellation', {
    right: 'payments:write',
    summary: 'Cancels your subscription at the end of its period, or resumes it.',
    body: z.strictObject({ isCancelled: z.boolean() }),
    response: z.object({ message: z.string() }),
    refusals: [
      paymentRefusals.notForAdministrators,
      paymentRefusals.noSubscription,
      paymentRefusals.planDisputed,
      paymentRefusals.planEnding,
      paymentRefusals.unavailable,
      paymentRefusals.cancellationUnknown,
      paymentRefusals.providerRefused,
    ],
    limits: [{ per: 'account', max: 10, windowSeconds: 60 }],
  }),
}
