import { type StripeStandIn, startStripeStandIn } from '@docketbox/local/stripe'
import type { Stripe } from 'stripe'
import { requestPublishing } from '#features/payments'
import { PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'
import { afterTheFile } from './clean-up.ts'
import { type Person, startTestServer, type TestServer } from './harness.ts'

export type PayingServer = TestServer & {
  standIn: StripeStandIn
  stripe: Stripe
  plans: { trial: string; pro: string; premium: string }
  /** Whether Stripe's events get lost from now on. */
  setEventsLost(areLost: boolean): void
  /** Moves both clocks and waits for everything that's due, on both sides. */
  passTo(at: Date): Promise<void>
  /** Follows a payment link, pays with a card, and waits for the events to arrive. */
  subscribe(person: Person, plan: 'pro' | 'premium', card?: string): Promise<Stripe.Checkout.Session>
  /** Pays an intent as the card form does. */
  pay(clientSecret: string, card?: string): Promise<Stripe.PaymentIntent>
}

/** The server with the local Stripe beside it, both starting at the same moment. */
export async function startPayingServer(start = new Date('2026-07-01T02:00:00Z')): Promise<PayingServer> {
  let server: TestServer | undefined
  let areEventsLost = false
  const standIn = await startStripeStandIn({
    now: () => server?.deps.now() ?? start,
    webhookUrl: () => (areEventsLost ? 'http://127.0.0.1:9/' : `${server!.url}${PAYMENT_EVENTS_PATH}`),
    retryDelaysMs: [20, 50, 200],
  })
  afterTheFile(() => standIn.stop())
  const { secretKey, publishableKey, webhookSecret, host, port, scriptUrl } = standIn
  server = await startTestServer(
    {},
    { secretKey, publishableKey, webhookSecret, local: { host, port, scriptUrl } },
  )
  const running = server
  running.setNow(start)
  const stripe = await running.deps.payments.client()
  await requestPublishing(running.deps, running.deps.db)
  const plans = await plansForSale(running)

  return {
    ...running,
    standIn,
    stripe,
    plans,
    setEventsLost: (areLost) => void (areEventsLost = areLost),
    passTo: async (at) => {
      running.setNow(at)
      await standIn.advance({ to: at })
      await standIn.webhooksSettled()
    },
    subscribe: async (person, plan, card = '4242424242424242') => {
      const link = await linkOf(running, plans[plan])
      const query = new URLSearchParams({ client_reference_id: person.id, prefilled_email: person.email })
      const opened = await fetch(`${link}?${query.toString()}`, { redirect: 'manual' })
      const checkout = new URL(opened.headers.get('location')!, standIn.url)
      await fetch(checkout, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ number: card, expiry: '12 / 40', cvc: '123', name: 'Ann Lee' }),
      })
      await standIn.webhooksSettled()
      return stripe.checkout.sessions.retrieve(checkout.pathname.split('/').at(-1)!)
    },
    pay: async (clientSecret, card = 'pm_card_visa') => {
      const id = clientSecret.split('_secret_')[0]!
      const intent = await stripe.paymentIntents
        .confirm(id, { payment_method: card, return_url: 'http://docketbox.test/complete' })
        .catch(() => stripe.paymentIntents.retrieve(id))
      await standIn.webhooksSettled()
      return intent
    },
  }
}

async function plansForSale({ deps }: TestServer) {
  for (;;) {
    const rows = await deps.db.selectFrom('plans').select(['id', 'name', 'paymentLinkUrl']).execute()
    const idOf = (name: string) => rows.find((row) => row.name === name)!.id
    if (rows.filter((row) => row.paymentLinkUrl !== null).length >= 2) {
      return { trial: idOf('Trial'), pro: idOf('Pro'), premium: idOf('Premium') }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function linkOf({ deps }: TestServer, plan: string): Promise<string> {
  const row = await deps.db
    .selectFrom('plans')
    .select('paymentLinkUrl')
    .where('id', '=', plan)
    .executeTakeFirstOrThrow()
  return row.paymentLinkUrl!
}
