import { refusals } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/deps'
import { PAYMENT_EVENTS_PATH } from '#platform/payments'
import { Refusal } from '#platform/refusal'
import { takeEvent } from './events.ts'

const EVENT_LIMIT_BYTES = 1_048_576

const eventRefusals = refusals('paymentEvents', {
  unsigned: [400, 'This event is not signed by the payment provider.'],
})

/** Where the provider tells what happened. Only what it signed is believed, and only the bytes as they came can show that. */
export function mountWebhook(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_LIMIT_BYTES }, (_, body, done) =>
      done(null, body),
    )
    scope.post(PAYMENT_EVENTS_PATH, async ({ body, headers }) => {
      const signature = headers['stripe-signature']
      if (!Buffer.isBuffer(body) || typeof signature !== 'string') throw new Refusal(eventRefusals.unsigned)
      const stripe = await deps.payments.client()
      const event = await verified(() =>
        stripe.webhooks.constructEventAsync(body, signature, deps.payments.webhookSecret),
      )
      await takeEvent(deps, event)
      return { received: true }
    })
  })
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
