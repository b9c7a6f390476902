import { createRequire } from 'node:module'
import type { Stripe } from 'stripe'
import type { ForeignOrigins } from '#platform/http/web/pages.ts'

/** The account that takes payments: at Stripe, or at its local stand-in. */
export type PaymentAccount = Readonly<{
  secretKey: string
  publishableKey: string
  webhookSecret: string
  /** Only for the stand-in: its address, and where it serves the browser's script. */
  local?: Readonly<{ host: string; port: number; scriptUrl: string; waits?: Waits }>
}>

/** How long we wait for Stripe. */
export type Waits = Readonly<{
  callMs: number
  /** After a request, a call that moves money for it is sent within this time or not at all. */
  sendMs: number
  /** For calls that move money: Stripe may take this long over a card. */
  moneyCallMs: number
  /** Between attempts to look up the outcome of a call that wasn't answered. */
  lookUpEveryMs: number
}>

// A user is waiting: two attempts take at most 15 seconds. Jobs retry automatically.
const patience: Waits = { callMs: 7_000, sendMs: 20_000, moneyCallMs: 80_000, lookUpEveryMs: 15_000 }

export type Payments = Readonly<{
  /** Stripe's official client, loaded on first use to save memory. */
  client(): Promise<Stripe>
  publishableKey: string
  webhookSecret: string
  /** Whether real money moves. */
  isLive: boolean
  waits: Waits
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
  const waits = local?.waits ?? patience
  let client: Stripe | undefined
  const load = () => {
    // Imported as a module it imports `node:http`, which loads Node's whole fetch: 17 MB that nothing else needs.
    const StripeClient = createRequire(import.meta.url)('stripe') as typeof Stripe
    return new StripeClient(secretKey, {
      ...(local && { host: local.host, port: local.port, protocol: 'http' }),
      timeout: waits.callMs,
      maxNetworkRetries: 1,
      telemetry: false,
    })
  }
  return {
    client: async () => (client ??= load()),
    publishableKey,
    webhookSecret,
    waits,
    isLive: isLiveKey(secretKey),
    scriptUrl: local?.scriptUrl,
    origins: local
      ? { script: [originOf(local)], connect: [originOf(local)], frame: [originOf(local)] }
      : {
          script: ['https://js.stripe.com', 'https://*.js.stripe.com'],
          connect: ['https://api.stripe.com'],
          frame: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
        },
  }
}

/** Whether a secret or restricted key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey)
}

function originOf({ scriptUrl }: { scriptUrl: string }): string {
  return new URL(scriptUrl).origin
}
