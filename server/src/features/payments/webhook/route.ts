import { refusals } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'
import { inBatches } from '#platform/database/batch.ts'
import { inTurn } from '#platform/jobs/limit-concurrency.ts'
import { PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { takeEvent } from './handle-event.ts'
import { knownEvents } from '../stripe-store.ts'

const EVENT_LIMIT_BYTES = 1_048_576
/** The provider may tell of a thousand things at once: connections to the database are left for people. */
const EVENTS_AT_ONCE = 6

const eventRefusals = refusals('paymentEvents', {
  unsigned: [400, 'This event is not signed by the payment provider.'],
})

/** Where the provider tells what happened. Only what it signed is believed, and only the bytes as they came can show that. */
export function mountWebhook(app: FastifyInstance, deps: Deps): void {
  const take = inTurn(EVENTS_AT_ONCE)
  // A repeated event costs a look that it shares with others, and no transaction.
  const isKnown = inBatches(async (ids: string[]) => {
    const known = await knownEvents(deps.db, ids)
    return new Map(ids.map((id) => [id, known.has(id)]))
  })
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_LIMIT_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.post(PAYMENT_EVENTS_PATH, async ({ body, headers }) => {
      const signature = headers['stripe-signature']
      if (!Buffer.isBuffer(body) || !isWhole(signature)) throw new Refusal(eventRefusals.unsigned)
      const stripe = await deps.payments.client()
      const event = await verified(() =>
        stripe.webhooks.constructEventAsync(body, signature, deps.payments.webhookSecret),
      )
      if (!(await isKnown(event.id))) await take(() => takeEvent(deps, event))
      return { received: true }
    })
  })
}

/** An empty part of a signature is one that the official client breaks at. */
function isWhole(signature: unknown): signature is string {
  return typeof signature === 'string' && !/=(?:,|$)/.test(signature)
}

async function verified<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (thrown) {
    if (
      (thrown as { type?: unknown }).type === 'StripeSignatureVerificationError' ||
      thrown instanceof SyntaxError
    ) {
      throw new Refusal(eventRefusals.unsigned)
    }
    throw thrown
  }
}
