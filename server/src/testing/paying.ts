import { api } from '@docketbox/contract'
import { type StripeStandIn, startStripeStandIn } from '@docketbox/local/stripe'
import type { Stripe } from 'stripe'
import { requestPublishing } from '#features/payments'
import { type PaymentAccount, PAYMENT_EVENTS_PATH } from '#platform/payments/stripe-client.ts'
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
  /** Pays on a new checkout page of the user's customer, and waits for the events to arrive. */
  subscribe(person: Person, plan: 'pro' | 'premium', card?: string): Promise<Stripe.Checkout.Session>
  /** Changes to another plan at the price that's shown, and waits for the events to arrive. */
  changePlan(person: Person, plan: 'pro' | 'premium'): Promise<void>
  /** Pays on an open page, by card or with a bank account of nine digits. @returns the status of the response. */
  payOn(url: string, card?: string): Promise<number>
  /** Pays an intent as the card form does. */
  pay(clientSecret: string, card?: string): Promise<Stripe.PaymentIntent>
}

/** The server with the local Stripe beside it, both starting at the same moment. */
export async function startPayingServer(
  start = new Date('2026-07-01T02:00:00Z'),
  /** Another way for the product to reach it. */
  via?: (standIn: StripeStandIn) => Promise<Partial<NonNullable<PaymentAccount['local']>>>,
  { hasWebhooks = true } = {},
): Promise<PayingServer> {
  let server: TestServer | undefined
  let areEventsLost = false
  const standIn = await startStripeStandIn({
    now: () => server?.deps.now() ?? start,
    webhookUrl: () => (hasWebhooks && !areEventsLost ? `${server!.url}${PAYMENT_EVENTS_PATH}` : ''),
    retryDelaysMs: [20, 50, 200],
  })
  afterTheFile(() => standIn.stop())
  const { secretKey, publishableKey, webhookSecret, host, port, scriptUrl } = standIn
  server = await startTestServer(
    {},
    { secretKey, publishableKey, webhookSecret, local: { host, port, scriptUrl, ...(await via?.(standIn)) } },
  )
  const running = server
  running.setNow(start)
  const stripe = await running.deps.payments.client()
  await requestPublishing(running.deps, running.deps.db)
  const plans = await plansForSale(running)
  const payOn = async (url: string, card = '4242424242424242') => {
    const { status } = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(
        card.length === 9
          ? { bsb: '000000', account: card, name: 'Ann Lee' }
          : { number: card, expiry: '12 / 40', cvc: '123', name: 'Ann Lee' },
      ),
    })
    await standIn.webhooksSettled()
    return status
  }

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
    subscribe: async (person, plan, card) => {
      for (;;) {
        const { id, url } = await stripe.checkout.sessions.create({
          mode: 'subscription',
          customer: await customerFor(running, stripe, person),
          client_reference_id: person.id,
          line_items: [{ price: await priceOf(running, plans[plan]), quantity: 1 }],
          success_url: 'http://docketbox.test/success-subscription',
        })
        await payOn(url!, card)
        const session = await stripe.checkout.sessions.retrieve(id)
        // A plan that was bought just before closes all open pages.
        if (session.status !== 'expired') return session
      }
    },
    changePlan: async (person, name) => {
      const plan = plans[name]
      const shown = { body: { plan } }
      const price = await running.call(api.payments.previewChange, shown, await running.signIn(person))
      const { prorationDate, dueNowCents } = price.body
      const body = { plan, prorationDate, dueNowCents }
      await running.call(api.payments.changePlan, { body }, await running.signIn(person))
      await standIn.webhooksSettled()
    },
    payOn,
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
    const rows = await deps.db.selectFrom('plans').select(['id', 'name', 'providerPriceId']).execute()
    const idOf = (name: string) => rows.find((row) => row.name === name)!.id
    if (rows.filter((row) => row.providerPriceId !== null).length >= 2) {
      return { trial: idOf('Trial'), pro: idOf('Pro'), premium: idOf('Premium') }
    }
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

async function priceOf({ deps }: TestServer, plan: string): Promise<string> {
  const row = await deps.db
    .selectFrom('plans')
    .select('providerPriceId')
    .where('id', '=', plan)
    .executeTakeFirstOrThrow()
  return row.providerPriceId!
}

/** The user's customer; a new one for someone we don't know. */
async function customerFor({ deps }: TestServer, stripe: Stripe, person: Person): Promise<string> {
  const row = await deps.db
    .selectFrom('providerCustomers')
    .select('id')
    .where((eb) => eb(eb.cast<string>('ownerId', 'text'), '=', person.id))
    .executeTakeFirst()
  return row?.id ?? (await stripe.customers.create({ email: person.email })).id
}
