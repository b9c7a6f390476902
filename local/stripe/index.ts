import type Stripe from 'stripe'
import { atPreferredPort, loopback } from '#http/listen.ts'
import { refuseLiveKeys, refuseProduction } from '#http/refuse-production.ts'
import { type AccountSettings, setAccount, setBalanceEmpty } from './account/account.ts'
import { settleDebit } from './billing/charging.ts'
import { badRequest } from './api/fault.ts'
import { type Case, closeDispute, openDispute } from './billing/disputes.ts'
import { failWaitingRefunds, setBalanceShort } from './objects/refunds.ts'
import { idOf } from './store/tables.ts'
import { runUntil } from './billing/time.ts'
import { followPayments } from './webhooks/reactions.ts'
import type { CallFilter } from './api/api.ts'
import { createServer } from './server.ts'
import { startWebhooks } from './webhooks/deliver.ts'
import { openWorld, type World } from './store/world.ts'

export type StripeStandIn = Awaited<ReturnType<typeof startStripeStandIn>>

type Settings = Readonly<{
  /** Used if it's free; otherwise, and by default, any free port. */
  port?: number
  /** State is saved here in `stripe.jsonl`; without it, it stays in memory. */
  dataDir?: string
  /** Receives every event, as with `stripe listen --forward-to`. */
  webhookUrl?: string | (() => string)
  webhookSecret?: string
  now?: () => Date
  /** Delay of every API response. */
  latencyMs?: number
  /** Delays between retries of a webhook that wasn't accepted. */
  retryDelaysMs?: number[]
}>

type InMemoryRequest = {
  method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  url: string
  headers: Record<string, string>
  payload: string
}
type InMemoryResponse = { status: number; headers: Record<string, string>; body: string }

/** The keys the product uses when none are configured. */
export const localKeys = {
  secretKey: 'sk_test_local_stand_in',
  publishableKey: 'pk_test_local_stand_in',
  webhookSecret: 'whsec_local',
}

const dayMs = 86_400_000
const tickMs = 60_000

/** A local Stripe on loopback that speaks the real protocol to the real SDKs. No money moves. */
export async function startStripeStandIn(settings: Settings = {}) {
  refuseProduction('The Stripe stand-in')
  refuseLiveKeys('The Stripe stand-in')
  const { port: preferredPort, dataDir, webhookUrl, now = () => new Date() } = settings
  const { secretKey, publishableKey } = localKeys
  const secret = settings.webhookSecret ?? localKeys.webhookSecret
  let isReachable = true
  let latencyMs = settings.latencyMs ?? 0
  let losesAnswer: CallFilter = () => false
  let fails: CallFilter = () => false

  const world = openWorld(dataDir, now)
  const app = createServer(world, {
    secretKey,
    publishableKey,
    latencyMs: () => latencyMs,
    isReachable: () => isReachable,
    losesAnswer: (call) => losesAnswer(call),
    fails: (call) => fails(call),
  })
  setAccount(world)
  followPayments(world)
  const webhooks = startWebhooks(world, { url: webhookUrl, secret, retryDelaysMs: settings.retryDelaysMs })
  const port = await atPreferredPort(preferredPort, async (candidate) =>
    Number(new URL(await app.listen({ host: loopback, port: candidate })).port),
  )
  world.origin = `http://${loopback}:${port}`
  updateUrls(world)
  runUntil(world, world.now())
  const tick = setInterval(() => runUntil(world, world.now()), tickMs)
  tick.unref()

  return {
    url: world.origin,
    host: loopback,
    port,
    secretKey,
    publishableKey,
    webhookSecret: secret,
    scriptUrl: `${world.origin}/v3/stripe.js`,
    /** Moves the clock forward; renewals, retries, settlements and expiries on the way happen in order. */
    advance: async (by: { days?: number; seconds?: number; to?: Date }): Promise<void> => {
      const target = by.to
        ? Math.floor(by.to.getTime() / 1000)
        : world.now() + ((by.days ?? 0) * dayMs) / 1000 + (by.seconds ?? 0)
      if (target < world.now()) throw badRequest('The clock of the stand-in only moves forward.')
      runUntil(world, target)
      world.moveTo(target)
    },
    /** Settles a bank debit that is processing. */
    settle: (paymentIntent: string, outcome?: 'succeeded' | 'failed'): void => {
      const intent = world.get('payment_intent', paymentIntent)
      if (intent.status !== 'processing') throw badRequest(`This PaymentIntent is ${intent.status}.`)
      settleDebit(world, intent, outcome)
    },
    /** Disputes a paid intent, however long ago, or opens an inquiry about it. */
    dispute: (paymentIntent: string, kind?: Case): void => {
      const id = idOf(world.get('payment_intent', paymentIntent).latest_charge)!
      if (kind !== 'inquiry' && kind !== 'block') failWaitingRefunds(world, id)
      const charge = world.get('charge', id)
      if (charge.status !== 'succeeded' || charge.refunded || charge.disputed)
        throw badRequest(`The charge ${charge.id} can’t be disputed.`)
      openDispute(world, charge, kind)
    },
    decideAppeal: (dispute: string, outcome: 'won' | 'lost'): void =>
      void closeDispute(world, dispute, outcome),
    /** Handles a request without a network: simulations make hundreds of thousands. */
    handle: async (request: InMemoryRequest): Promise<InMemoryResponse> => {
      const {
        statusCode: status,
        headers,
        body,
      } = await app.inject({
        ...request,
        headers: { host: loopback, ...request.headers },
      })
      return { status, headers: headers as Record<string, string>, body }
    },
    /** Every event from now on, whether or not it's delivered. Returns how to stop. */
    onEvent: (listener: (event: Stripe.Event) => void): (() => void) =>
      world.onEvent((event) => listener(event as Stripe.Event)),
    /** Resolves once every webhook has been delivered. */
    webhooksSettled: (): Promise<void> => webhooks.settled(),
    /** While unreachable, every connection is cut. */
    setReachable: (reachable: boolean): void => void (isReachable = reachable),
    /** Calls it's true for are carried out, but the connection breaks before they're answered. */
    loseAnswers: (to: CallFilter): void => void (losesAnswer = to),
    /** Calls it's true for fail with a 500, which their idempotency keys repeat from then on. */
    failCalls: (of: CallFilter): void => void (fails = of),
    /** Changes what is normally decided in the Dashboard. */
    setAccount: (changes: AccountSettings): void => setAccount(world, changes),
    /** While our balance at Stripe is empty, it refuses refunds. */
    setBalanceEmpty: (isEmpty: boolean): void => setBalanceEmpty(world, isEmpty),
    /** While it doesn't cover refunds, they wait, which is what Stripe does with most accounts. */
    setBalanceShort: (isShort: boolean): void => setBalanceShort(world, isShort),
    /** A customer's charges and balance, to compare with the product's books. */
    booksOf: (customer: string) => ({
      charges: world.of('charge', customer),
      balance: world.get('customer', customer).balance,
    }),
    setLatency: (ms: number): void => void (latencyMs = ms),
    stop: async (): Promise<void> => {
      clearInterval(tick)
      webhooks.stop()
      await app.close()
      world.close()
    },
  }
}

/** Updates URLs that were created at another port. */
function updateUrls(world: World): void {
  for (const session of world.all('checkout session')) {
    const url = session.status === 'open' ? `${world.origin}/c/pay/${session.id}` : null
    if (session.url !== url) world.change('checkout session', session.id, { url })
  }
}
