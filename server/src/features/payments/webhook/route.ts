import { MB_BYTES } from '@docketbox/contract/core/units'
import { refusals } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import pLimit, { type LimitFunction } from 'p-limit'
import { Refusal } from '#platform/http/refusal.ts'
import { PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'
import type { PaymentDeps } from '../deps.ts'
import { typeOf } from '../stripe.ts'
import { findRecordedEvents } from '../stripe-store.ts'
import { isOurVersion } from './event-version.ts'
import { handleEvent } from './handle-event.ts'

const MAX_EVENT_BYTES = MB_BYTES
/** Stripe may send a thousand events at once: this leaves database connections for users. */
const MAX_CONCURRENT_EVENTS = 6

const eventRefusals = refusals('paymentEvents', {
  unsigned: [400, "This event isn't signed by the payment provider."],
  notAnEvent: [400, 'We don’t recognise the shape of this event. Send snapshot events of API v1.'],
  anotherVersion: [400, "This event’s API version isn’t ours. Run 'npm run admin -- payments check'."],
})

/** Limits how many events a process handles at a time. */
export function createEventLimit(): LimitFunction {
  return pLimit(MAX_CONCURRENT_EVENTS)
}

/** Receives Stripe's events. Only signed ones are handled; the signature needs the body byte for byte. */
export function mountWebhook(app: FastifyInstance, deps: PaymentDeps, limit: LimitFunction): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.post(PAYMENT_EVENTS_PATH, async ({ body, headers }) => {
      const signature = headers['stripe-signature']
      if (!Buffer.isBuffer(body) || !isComplete(signature)) throw new Refusal(eventRefusals.unsigned)
      const stripe = await deps.payments.client()
      const event = await stripe.webhooks
        .constructEventAsync(body, signature, deps.payments.webhookSecret)
        .catch(refuseUnsigned)
      if (!isSnapshot(event)) throw new Refusal(eventRefusals.notAnEvent)
      if (!(await isOurVersion(deps, stripe, event))) throw new Refusal(eventRefusals.anotherVersion)
      // Repeats are common: a lookup is cheaper than a transaction.
      const recorded = await findRecordedEvents(deps.db, [event.id])
      if (!recorded.has(event.id)) await limit(() => handleEvent(deps, event))
      return { received: true }
    })
  })
}

/** Thin events of API v2 only name what has changed. */
function isSnapshot({ object, data }: { object: string; data?: { object?: unknown } | undefined }): boolean {
  return object === 'event' && typeof data?.object === 'object'
}

/** Stripe's client crashes on a signature with an empty part. */
function isComplete(signature: unknown): signature is string {
  return typeof signature === 'string' && !/=(?:,|$)/.test(signature)
}

function refuseUnsigned(error: unknown): never {
  if (typeOf(error) === 'StripeSignatureVerificationError' || error instanceof SyntaxError)
    throw new Refusal(eventRefusals.unsigned)
  // Stripe's client has no class for it.
  if (error instanceof Error && error.message.includes('thin event'))
    throw new Refusal(eventRefusals.notAnEvent)
  throw error
}
