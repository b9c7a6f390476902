import type Stripe from 'stripe'
import { z } from 'zod'
import { accept, flag, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import type { World } from '#stripe/store/world.ts'
import { appeal, closeDispute, escalateInquiry } from '#stripe/billing/disputes.ts'

/** As in Stripe's test mode, the evidence's text decides. */
const outcomes: Record<string, (world: World, id: string) => Stripe.Dispute> = {
  winning_evidence: (world, id) => closeDispute(world, id, 'won'),
  losing_evidence: (world, id) => closeDispute(world, id, 'lost'),
  escalate_inquiry_evidence: escalateInquiry,
}

export const disputeRoutes: Route[] = [
  get('/v1/disputes', ({ world, input }) => {
    const { payment_intent, ...page } = accept(input, { ...paging, payment_intent: text.optional() })
    const rows = payment_intent ? world.of('dispute', payment_intent) : world.all('dispute')
    return listOf('/v1/disputes', rows, page)
  }),
  get('/v1/disputes/:id', ({ world, params }) => world.get('dispute', params['id']!)),
  post('/v1/disputes/:id', ({ world, params, input }) => {
    const read = accept(input, {
      evidence: z.strictObject({
        uncategorized_text: text.default(''),
        appeal: z.strictObject({ card: z.strictObject({ reason_for_filing: text }) }).optional(),
      }),
      submit: flag.default(false),
    })
    const dispute = world.get('dispute', params['id']!)
    const details = { ...dispute.evidence_details, has_evidence: true }
    const updated = world.change('dispute', dispute.id, { evidence_details: details })
    if (!read.submit) return updated
    if (read.evidence.appeal) return appeal(world, dispute.id)
    world.emit('charge.dispute.updated', updated)
    const words = read.evidence.uncategorized_text
    const decide = Object.hasOwn(outcomes, words) ? outcomes[words] : undefined
    if (decide) return decide(world, dispute.id)
    const status = dispute.status.startsWith('warning_') ? 'warning_under_review' : 'under_review'
    return world.change('dispute', dispute.id, { status })
  }),
  post('/v1/disputes/:id/close', ({ world, params, input }) => {
    accept(input, {})
    return closeDispute(world, params['id']!, 'lost')
  }),
]
