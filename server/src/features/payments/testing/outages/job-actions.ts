import { api } from '@docketbox/contract'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { Job, Run } from '#platform/jobs/jobs.ts'
import type { Person } from '#testing/harness.ts'
import { returnCredit } from '../../customers/balance-transactions.ts'
import { settleCreditLater } from '../../customers/settle-credit.ts'
import { closeAbandonedPayments } from '../../months/closing/close-payment.ts'
import { cancelRenewal, cancelRenewals, voidUnpaid } from '../../plans/ending/cancel-renewals.ts'
import { endPlan } from '../../plans/ending/end-older-plans.ts'
import { publishPlans } from '../../plans/publish-plans.ts'
import { closeCheckouts } from '../../plans/subscribing/close-checkouts.ts'
import { payOutCredit } from '../../refunds/credit-refunds/pay-out.ts'
import { insertRefund } from '../../refunds/credit-refunds/store.ts'
import { refundPart } from '../../refunds/owed/refund-part.ts'
import { refundWhole } from '../../refunds/owed/refund-whole.ts'
import { reconcile } from '../../webhook/missed-events/reconciliation.ts'
import { type Action, isCancelled, ordered, refundOf, type Result, RETRIED, subscribed } from './actions.ts'
import { waitingForTheBank } from './event-handlers.ts'
import { customerRow, moneyAtStripe, paymentsOf, subscriptionOf, type World } from './set-up.ts'

/** Runs a job as its queue does, which retries it later. */
const runJob = async <J extends Job>({ server }: World, job: J, data: object): Promise<Result> => {
  const run: Run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  try {
    await job.handler(server.deps, job.schema.parse(data), run)
    return { status: 200 }
  } catch {
    return { status: 500, code: RETRIED }
  }
}

/** Runs a job that queues itself again while Stripe fails, so that another run may do it. */
const runRequeuedJob = async <J extends Job>(
  world: World,
  job: J,
  data: object,
  isDone: () => Promise<boolean>,
): Promise<Result> => {
  const result = await runJob(world, job, data)
  if (world.proxy.isMet()) return { status: 500, code: RETRIED }
  await world.expect.poll(isDone).toBe(true)
  return result
}

const boughtMonth = async (world: World, person: Person) => {
  const { body } = await ordered(world, person, [8])
  await world.server.pay(body.clientSecret)
}
const refunded = async (world: World, person: Person, cents: number) =>
  (await moneyAtStripe(world, person)).refunded === cents
const openedPage = ({ server }: World, person: Person) =>
  server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, person)
const credited = async (world: World, person: Person) => {
  const { id } = (await customerRow(world, person))!
  await world.direct.customers.createBalanceTransaction(id, { amount: -300, currency: 'aud' })
  await world.server.standIn.webhooksSettled()
}

const isCredited = async (world: World, person: Person) => (await moneyAtStripe(world, person)).credit === 200

/** Refunds of credit that were requested, by person. */
const creditRefunds = new Map<string, string>()
const requestedCredit = async (world: World, person: Person) => {
  await subscribed(world, person)
  await credited(world, person)
  const [payment] = await paymentsOf(world, person)
  const refund = {
    id: newId(),
    ownerId: person.id,
    customerId: (await customerRow(world, person))!.id,
    afterTransaction: 'cbtxn_latest',
    amountCents: 200,
    state: 'open',
    requestedAt: world.server.deps.now(),
  }
  await inTransaction(world.server.deps.db, (db) =>
    insertRefund(db, refund, [{ paymentId: payment!.id, amountCents: 200 }]),
  )
  creditRefunds.set(person.id, refund.id)
}

/** Jobs that call Stripe, as their queues run them. */
export const jobActions: Record<string, Action> = {
  'ending an older plan': {
    prepare: subscribed,
    act: async (world, person) => {
      const [payment] = await paymentsOf(world, person)
      const { id: subscription } = await subscriptionOf(world, person)
      return runJob(world, endPlan, { subscription, payment: payment!.id, amountCents: 300 })
    },
    isDone: async (world, person) => (await refundOf(world, person)) === 300,
  },
  'refunding a month': {
    prepare: boughtMonth,
    act: async (world, person) => {
      const [payment] = await paymentsOf(world, person)
      return runRequeuedJob(world, refundPart, { payment: payment!.id, amountCents: 200 }, () =>
        refunded(world, person, 200),
      )
    },
    isDone: (world, person) => refunded(world, person, 200),
  },
  'refunding a wrong amount': {
    prepare: boughtMonth,
    act: async (world, person) => {
      const [payment] = await paymentsOf(world, person)
      return runRequeuedJob(world, refundWhole, { intent: payment!.providerIntentId }, () =>
        refunded(world, person, 499),
      )
    },
    isDone: (world, person) => refunded(world, person, 499),
  },
  'locking someone out': {
    prepare: async (world, person) => {
      await subscribed(world, person)
      await ordered(world, person, [8])
      const suspension = { suspendedAt: world.server.deps.now() }
      await world.server.deps.db.updateTable('users').set(suspension).where('id', '=', person.id).execute()
    },
    act: (world, person) => runJob(world, cancelRenewals, { owner: person.id }),
    isDone: isCancelled,
  },
  'keeping a plan from renewing': {
    prepare: subscribed,
    act: async (world, person) => {
      const { id } = await subscriptionOf(world, person)
      return runJob(world, cancelRenewal, { subscription: id })
    },
    isDone: isCancelled,
  },
  'voiding unpaid bills': {
    prepare: waitingForTheBank,
    act: async (world, person) => {
      const { id } = await subscriptionOf(world, person)
      return runJob(world, voidUnpaid, { subscription: id })
    },
    isDone: async (world, person) => {
      const { id: subscription } = await subscriptionOf(world, person)
      return (await world.direct.invoices.list({ subscription, status: 'open' })).data.length === 0
    },
  },
  'closing abandoned payments': {
    prepare: async (world, person) => {
      await ordered(world, person, [8])
      await world.server.deps.db
        .updateTable('payments')
        .set({ createdAt: new Date(0) })
        .where('ownerId', '=', person.id)
        .execute()
    },
    act: (world) => runJob(world, closeAbandonedPayments, {}),
    isDone: async () => true,
  },
  'publishing the plans': {
    prepare: async () => undefined,
    act: (world) => runJob(world, publishPlans, {}),
    isDone: async () => true,
  },
  'fetching missed events': {
    prepare: async () => undefined,
    act: (world) => runJob(world, reconcile, {}),
    isDone: async () => true,
  },
  'paying out credit': {
    prepare: requestedCredit,
    act: (world, person) =>
      runJob(world, payOutCredit, { refund: creditRefunds.get(person.id)!, user: person.id }),
    isDone: async (world, person) => {
      const { refunded, credit } = await moneyAtStripe(world, person)
      return refunded === 200 && credit === 100
    },
  },
  'returning credit': {
    prepare: subscribed,
    act: async (world, person) => {
      const [payment] = await paymentsOf(world, person)
      const { id: customer } = (await customerRow(world, person))!
      const data = { payment: payment!.id, customer, amountCents: 200, returnedCents: 0 }
      return runRequeuedJob(world, returnCredit, data, () => isCredited(world, person))
    },
    isDone: isCredited,
  },
  'settling credit': {
    prepare: async (world, person) => {
      const { server } = world
      await server.subscribe(person, 'premium')
      await server.changePlan(person, 'pro')
      const paid = (await paymentsOf(world, person)).find(({ amountCents }) => amountCents > 0)!
      // As once all of it was refunded.
      const ended = { accessEndedAt: server.deps.now() }
      await server.deps.db.updateTable('payments').set(ended).where('id', '=', paid.id).execute()
    },
    act: async (world, person) => {
      const paid = (await paymentsOf(world, person)).find(({ amountCents }) => amountCents > 0)!
      return runJob(world, settleCreditLater, { payment: paid.id })
    },
    isDone: async (world, person) => (await moneyAtStripe(world, person)).credit === 0,
  },
  'closing pages to subscribe': {
    prepare: openedPage,
    act: (world, person) => runJob(world, closeCheckouts, { owner: person.id, subscribed: 'sub_other' }),
    isDone: async (world, person) => {
      const { id: customer } = (await customerRow(world, person))!
      return (await world.direct.checkout.sessions.list({ customer, status: 'open' })).data.length === 0
    },
  },
}
