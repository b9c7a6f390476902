import { api, monthNames } from '@docketbox/contract'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { typeOf } from '../../stripe.ts'
import { type Action, RETRIED } from './actions.ts'
import { customerRow, paymentsOf, subscriptionOf, type World } from './set-up.ts'

const RETRIEVE_INTENT = 'GET /v1/payment_intents/:id'
const RETRIEVE_INVOICE = 'GET /v1/invoices/:id'

type Step = (world: World, person: Person) => Promise<unknown>
type EventHandling = {
  prepare: Step
  /** What happens at Stripe; refused or nothing new if it has happened. */
  cause: Step
  isDone: Action['isDone']
  /** The calls that the handler makes. */
  calls: string[]
}

/** An event's handler asks Stripe; if it can't, Stripe sends the event again. */
const eventHandler = ({ prepare, cause, isDone, calls }: EventHandling): Action => ({
  prepare,
  isDone,
  calls,
  act: async (world, person) => {
    await cause(world, person).catch((error: unknown) => {
      if (!['StripeCardError', 'StripeInvalidRequestError'].includes(typeOf(error) ?? '')) throw error
    })
    const hasArrived = () => isDone(world, person)
    await world.expect.poll(async () => (await hasArrived()) || world.proxy.isMet()).toBe(true)
    return (await hasArrived()) ? { status: 200 } : { status: 500, code: RETRIED }
  },
})

const intents = new Map<string, string>()
const ordered: Step = async ({ server }, person) => {
  const body = { plan: server.plans.pro, months: [monthNames[8]] }
  const { clientSecret } = (await server.call(api.payments.createIntent, { body }, person)).body
  intents.set(person.id, clientSecret.split('_secret_')[0]!)
}
const confirmed =
  (payment_method: string): Step =>
  ({ direct }, { id }) =>
    direct.paymentIntents.confirm(intents.get(id)!, { payment_method, return_url: 'http://docketbox.test/' })

const subscribed: Step = ({ server }, person) => server.subscribe(person, 'pro')
const changed: Step = async (world, person) => {
  const { id, items } = await subscriptionOf(world, person)
  const lookup_keys = [`plan-${world.server.plans.premium}-1197-3`]
  const { data } = await world.direct.prices.list({ lookup_keys, active: true })
  await world.direct.subscriptions.update(id, {
    items: [{ id: items.data[0]!.id, price: data[0]!.id }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
  })
}
const subscribedBy =
  (card: string): Step =>
  async (world, person) => {
    await subscribed(world, person)
    const { id } = await subscriptionOf(world, person)
    await world.direct.subscriptions.update(id, { default_payment_method: card })
    await world.server.standIn.webhooksSettled()
  }
export const waitingForTheBank: Step = async (world, person) => {
  await subscribedBy('pm_card_authenticationRequired')(world, person)
  await changed(world, person)
  await world.server.standIn.webhooksSettled()
}

const onPage: Step = async ({ server }, person) => {
  const { url } = (await server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, person))
    .body
  pages.set(person.id, url)
}
const pages = new Map<string, string>()
const debitedOnPage: Step = (_, { id }) =>
  fetch(pages.get(id)!, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ bsb: '000000', account: '000123456', name: 'Ann Lee' }),
  })
const debited: Step = async (world, person) => {
  await onPage(world, person)
  await debitedOnPage(world, person)
  await world.server.standIn.webhooksSettled()
}
const debitFailed: Step = async (world, person) => {
  const { id } = (await customerRow(world, person))!
  const pending = world.server.standIn.booksOf(id).charges.find(({ status }) => status === 'pending')
  if (pending) world.server.standIn.settle(pending.payment_intent as string, 'failed')
}

const hasCredit: Step = async (world, person) => {
  await onPage(world, person)
  await credited(1000)(world, person)
  await world.server.standIn.webhooksSettled()
}
const credited =
  (cents: number): Step =>
  async (world, person) => {
    const { id } = (await customerRow(world, person))!
    await world.direct.customers.createBalanceTransaction(
      id,
      { amount: -cents, currency: 'aud' },
      { idempotencyKey: `${person.id}-${cents}` },
    )
  }

/** Whether the latest of someone's payments has a status. */
const isLatest =
  (status: string): Action['isDone'] =>
  async (world, person) =>
    (await paymentsOf(world, person)).some((payment) => payment.status === status)
const hasPlan =
  (name: string, isRenewing: boolean): Action['isDone'] =>
  async ({ server }, { id }) => {
    const { subs_details: shown, subscription } = await planStateOf(server.deps, id)
    return shown?.planName === name && subscription?.isRenewing === isRenewing
  }

/** Every event whose handler calls Stripe, by what happened. At one time, so that each leaves something to ask. */
export const eventHandlers: Record<string, Action> = {
  'that a card was declined': eventHandler({
    prepare: ordered,
    cause: confirmed('pm_card_visa_chargeDeclined'),
    isDone: isLatest('failed'),
    calls: [RETRIEVE_INTENT],
  }),
  'that a plan was cancelled in the dashboard': eventHandler({
    prepare: subscribed,
    cause: async (world, person) => {
      const { id } = await subscriptionOf(world, person)
      await world.direct.subscriptions.update(id, { cancel_at_period_end: true })
    },
    isDone: hasPlan('Pro', false),
    calls: ['GET /v1/subscriptions/:id'],
  }),
  'that a plan was changed in the dashboard': eventHandler({
    prepare: subscribed,
    cause: changed,
    isDone: hasPlan('Premium', true),
    calls: ['GET /v1/invoices'],
  }),
  'that a bill couldn’t be charged': eventHandler({
    prepare: subscribedBy('pm_card_chargeCustomerFail'),
    cause: changed,
    isDone: isLatest('failed'),
    calls: [RETRIEVE_INVOICE, RETRIEVE_INTENT],
  }),
  'that a bill waits for the bank': eventHandler({
    prepare: subscribedBy('pm_card_authenticationRequired'),
    cause: changed,
    isDone: isLatest('open'),
    calls: [RETRIEVE_INVOICE, RETRIEVE_INTENT],
  }),
  'that a bill was voided': eventHandler({
    prepare: waitingForTheBank,
    cause: async (world, person) => {
      const { latest_invoice } = await subscriptionOf(world, person)
      await world.direct.invoices.voidInvoice(latest_invoice as string)
    },
    isDone: isLatest('canceled'),
    calls: [RETRIEVE_INVOICE, RETRIEVE_INTENT],
  }),
  'that a debit began': eventHandler({
    prepare: onPage,
    cause: debitedOnPage,
    isDone: isLatest('open'),
    calls: [RETRIEVE_INVOICE, RETRIEVE_INTENT],
  }),
  'that a debit failed': eventHandler({
    prepare: debited,
    cause: debitFailed,
    isDone: isLatest('failed'),
    calls: [RETRIEVE_INVOICE, RETRIEVE_INTENT],
  }),
  'of a customer’s credit': eventHandler({
    prepare: hasCredit,
    cause: credited(100),
    isDone: async (world, person) => (await customerRow(world, person))!.creditCents === 1100,
    calls: ['GET /v1/customers/:id'],
  }),
}
