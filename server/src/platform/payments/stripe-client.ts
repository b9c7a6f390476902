import type { Stripe } from 'stripe'
import type { ForeignOrigins } from '#platform/http/web-pages.ts'

/** Where payments are taken: the provider itself, or its local stand-in. */
export type PaymentAccount = Readonly<{
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Only of the stand-in: its address, and where it serves the browser's script. */
  local?: Readonly<{ host: string; port: number; scriptUrl: string }>
}>

export type Payments = Readonly<{
  /** The official client, loaded with the first payment: an idle process does without. */
  client(): Promise<Stripe>
  publishableKey: string
  webhookSecret: string
  scriptUrl: string | undefined
  /** Origins the card form needs. */
  origins: ForeignOrigins
}>

/** Path of the address the provider sends its events to. */
export const PAYMENT_EVENTS_PATH = '/api/payment-events'

export function createPayments({
  secretKey,
  publishableKey,
  webhookSecret,
  local,
}: PaymentAccount): Payments {
  let client: Promise<Stripe> | undefined
  const load = async () => {
    const { default: StripeClient } = await import('stripe')
    return new StripeClient(secretKey, {
      ...(local && { host: local.host, port: local.port, protocol: 'http' }),
      // Who waits for a payment is told within a quarter of a minute; jobs try again by themselves.
      timeout: 7_000,
      maxNetworkRetries: 1,
      telemetry: false,
    })
  }
  return {
    client: () => (client ??= load()),
    publishableKey,
    webhookSecret,
    scriptUrl: local?.scriptUrl,
    origins: local
      ? { script: [originOf(local)], connect: [originOf(local)], frame: [] }
      : {
          script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
          connect: ['https://api.stripe.com'],
          frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        },
  }
}

function originOf({ scriptUrl }: { scriptUrl: string }): string {
  return new URL(scriptUrl).origin
}

/** Whether a call failed because the provider could not be reached or was not itself: nothing happened that counts. */
export function isProviderAway(thrown: unknown): boolean {
  const type = (thrown as { type?: unknown }).type
  return type === 'StripeConnectionError' || type === 'StripeAPIError' || type === 'StripeRateLimitError'
}

/** Whether the provider says that an object does not exist: another account, or a stand-in that began anew. */
export function isMissing(thrown: unknown): boolean {
  return (thrown as { code?: unknown }).code === 'resource_missing'
}
