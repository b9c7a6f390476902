import { z } from 'zod'
import { accept, flag, paging, text } from '#stripe/api/accept.ts'
import { listOf } from '#stripe/api/list.ts'
import { get, post, type Route } from '#stripe/api/route.ts'
import { closeDispute } from '#stripe/billing/disputes.ts'
import { idOf } from '#stripe/store/tables.ts'

/** As in Stripe's test mode, the evidence's text decides. */
const outcomes = { winning_evidence: 'won', losing_evidence: 'lost' } as const

export const disputeRoutes: Route[] = [
  get('/v1/disputes', ({ world, input }) => {
    const { payment_intent, ...page } = accept(input, { ...paging, payment_intent: text.optional() })
    const rows = world
      .all('dispute')
      .filter((row) => !payment_intent || idOf(row.payment_intent) === payment_intent)
    return listOf('/v1/disputes', rows, page)
  }),
  get('/v1/disputes/:id', ({ world, params }) => world.get('dispute', params['id']!)),
  post('/v1/disputes/:id', ({ world, params, input }) => {
    const read = accept(input, {
      evidence: z.strictObject({ uncategorized_text: text }),
      submit: flag.default(false),
    })
    const dispute = world.get('dispute', params['id']!)
    const details = { ...dispute.evidence_details, has_evidence: true }
    const updated = world.change('dispute', dispute.id, { evidence_details: details })
    if (!read.submit) return updated
    world.emit('charge.dispute.updated', updated)
    const words = read.evidence.uncategorized_text
    const outcome = Object.hasOwn(outcomes, words) ? outcomes[words as keyof typeof outcomes] : undefined
    return outcome
      ? closeDispute(world, dispute.id, outcome)
      : world.change('dispute', dispute.id, { status: 'under_review' })
  }),
  post('/v1/disputes/:id/close', ({ world, params, input }) => {
    accept(input, {})
    return closeDispute(world, params['id']!, 'lost')
  }),
]
