import { createRequire } from 'node:module'
import type { Stripe } from 'stripe'
import type { ForeignOrigins } from '#platform/http/web/pages.ts'

/** The account that takes payments: at Stripe, or at its local stand-in. */
export type PaymentAccount = Readonly<{
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Only for the stand-in: its address, and where it serves the browser's script. */
  local?: Readonly<{ host: string; port: number; scriptUrl: string }>
}>

export type Payments = Readonly<{
  /** Stripe's official client, loaded on first use to save memory. */
  client(): Promise<Stripe>
  publishableKey: string
  webhookSecret: string
  scriptUrl: string | undefined
  /** Origins the card form loads scripts and frames from. */
  origins: ForeignOrigins
}>

/** Where Stripe sends its events. */
export const PAYMENT_EVENTS_PATH = '/api/payment-events'

export function createPayments({
  secretKey,
  publishableKey,
  webhookSecret,
  local,
}: PaymentAccount): Payments {
  let client: Stripe | undefined
  const load = () => {
    // Imported as a module it imports `node:http`, which loads Node's whole fetch: 17 MB that nothing else needs.
    const StripeClient = createRequire(import.meta.url)('stripe') as typeof Stripe
    return new StripeClient(secretKey, {
      ...(local && { host: local.host, port: local.port, protocol: 'http' }),
      // A user is waiting: two attempts take at most 15 seconds. Jobs retry automatically.
      timeout: 7_000,
      maxNetworkRetries: 1,
      telemetry: false,
    })
  }
  return {
    client: async () => (client ??= load()),
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
