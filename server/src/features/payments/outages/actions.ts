import { api, monthNames } from '@docketbox/contract'
import type { Job, Run } from '#platform/jobs/jobs.ts'
import type { Person } from '#testing/harness.ts'
import { closeAbandonedPayments } from '../checkout/close-payment.ts'
import { cancelRenewals } from '../plans/cancel-renewals.ts'
import { endPlan } from '../plans/end-older-plans.ts'
import { publishPlans } from '../plans/publish-plans.ts'
import { refundPart } from '../refunds/refund-part.ts'
import { refundWhole } from '../refunds/refund-whole.ts'
import { reconcile } from '../webhook/reconciliation.ts'
import { admin, customerRow, direct, moneyAtStripe, paymentsOf, server, subscriptionOf } from './world.ts'

/** A job that failed: its queue runs it again. */
export const RETRIED = 'retried'

export type Result = { status: number; code?: string }
export type Action = {
  prepare: (person: Person) => Promise<unknown>
  act: (person: Person) => Promise<Result>
  /** Whether Stripe has done it, by what it says itself. */
  isDone: (person: Person) => Promise<boolean>
}

const callAs = async (response: Promise<{ status: number; body: unknown }>): Promise<Result> => {
  const { status, body } = await response
  return { status, ...(status >= 400 && { code: (body as { code: string }).code }) }
}

/** Runs a job as its queue does, which tries again later. */
const runJob = async <J extends Job>(job: J, data: object): Promise<Result> => {
  const run: Run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  try {
    await job.handler(server.deps, job.schema.parse(data), run)
    return { status: 200 }
  } catch {
    return { status: 500, code: RETRIED }
  }
}

const ordered = (person: Person, months: number[]) =>
  server.call(
    api.payments.createIntent,
    { body: { plan: server.plans.pro, months: months.map((at) => monthNames[at]!) } },
    person,
  )
const subscribed = (person: Person) => server.subscribe(person, 'pro')
const boughtMonth = async (person: Person) => {
  const { body } = await ordered(person, [8])
  await server.pay(body.clientSecret)
}
const previews = new Map<string, { plan: string; prorationDate: number; dueNowCents: number }>()
const previewed = async (person: Person) => {
  await subscribed(person)
  const { body } = await server.call(
    api.payments.previewChange,
    { body: { plan: server.plans.premium } },
    person,
  )
  const { prorationDate, dueNowCents } = body
  previews.set(person.id, { plan: server.plans.premium, prorationDate, dueNowCents })
}
const cancelling = (isCancelled: boolean) => (person: Person) =>
  callAs(server.call(api.payments.cancelPlan, { body: { isCancelled } }, person))
const isCancelled = async (person: Person) => (await subscriptionOf(person)).cancel_at_period_end
const refundOf = async (person: Person) => (await moneyAtStripe(person)).refunded

/** Everything that calls Stripe, by what someone does or a job is for. */
export const actions: Record<string, Action> = {
  'ordering a month': {
    prepare: async () => undefined,
    act: (person) => callAs(ordered(person, [8])),
    isDone: async () => true,
  },
  'ordering another month instead': {
    prepare: (person) => ordered(person, [8]),
    act: (person) => callAs(ordered(person, [9])),
    isDone: async () => true,
  },
  'paying with credit': {
    prepare: async (person) => {
      await server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, person)
      const { id } = (await customerRow(person))!
      await direct.customers.createBalanceTransaction(id, { amount: -1000, currency: 'aud' })
      await server.standIn.webhooksSettled()
    },
    act: (person) =>
      callAs(
        server.call(
          api.payments.payWithCredit,
          { body: { plan: server.plans.pro, months: ['Sep'] } },
          person,
        ),
      ),
    isDone: async (person) => (await moneyAtStripe(person)).credit === 501,
  },
  'opening the page to subscribe': {
    prepare: async () => undefined,
    act: (person) =>
      callAs(server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, person)),
    isDone: async (person) => {
      const customer = (await customerRow(person))!.id
      const { data } = await direct.checkout.sessions.list({ customer, status: 'open' })
      return data.length === 1
    },
  },
  'previewing another plan': {
    prepare: subscribed,
    act: (person) =>
      callAs(server.call(api.payments.previewChange, { body: { plan: server.plans.premium } }, person)),
    isDone: async () => true,
  },
  'changing the plan': {
    prepare: previewed,
    act: (person) => callAs(server.call(api.payments.changePlan, { body: previews.get(person.id)! }, person)),
    isDone: async (person) => (await subscriptionOf(person)).items.data[0]!.price.unit_amount === 1197,
  },
  'cancelling the plan': { prepare: subscribed, act: cancelling(true), isDone: isCancelled },
  'resuming the plan': {
    prepare: async (person) => {
      await subscribed(person)
      await cancelling(true)(person)
    },
    act: cancelling(false),
    isDone: async (person) => !(await isCancelled(person)),
  },
  'opening the portal': {
    prepare: subscribed,
    act: (person) => callAs(server.call(api.payments.portal, {}, person)),
    isDone: async () => true,
  },
  'refunding at the desk': {
    prepare: subscribed,
    act: async (person) => {
      const [payment] = await paymentsOf(person)
      const body = { amountCents: 100, refundableCents: 499, reason: 'asked' }
      return callAs(server.call(api.payments.refund, { params: { id: payment!.id }, body }, admin))
    },
    isDone: async (person) => (await refundOf(person)) === 100,
  },
  'ending an older plan': {
    prepare: subscribed,
    act: async (person) => {
      const [payment] = await paymentsOf(person)
      const { id: subscription } = await subscriptionOf(person)
      return runJob(endPlan, { subscription, payment: payment!.id, amountCents: 300 })
    },
    isDone: async (person) => (await refundOf(person)) === 300,
  },
  'refunding a month': {
    prepare: boughtMonth,
    act: async (person) => {
      const [payment] = await paymentsOf(person)
      return runJob(refundPart, { payment: payment!.id, amountCents: 200 })
    },
    isDone: async (person) => (await refundOf(person)) === 200,
  },
  'refunding a wrong amount': {
    prepare: boughtMonth,
    act: async (person) => {
      const [payment] = await paymentsOf(person)
      return runJob(refundWhole, { intent: payment!.providerIntentId })
    },
    isDone: async (person) => (await refundOf(person)) === 499,
  },
  'locking someone out': {
    prepare: async (person) => {
      await subscribed(person)
      await ordered(person, [8])
    },
    act: (person) => runJob(cancelRenewals, { owner: person.id }),
    isDone: isCancelled,
  },
  'closing abandoned payments': {
    prepare: async (person) => {
      await ordered(person, [8])
      await server.deps.db
        .updateTable('payments')
        .set({ createdAt: new Date(0) })
        .where('ownerId', '=', person.id)
        .execute()
    },
    act: () => runJob(closeAbandonedPayments, {}),
    isDone: async () => true,
  },
  'publishing the plans': {
    prepare: async () => undefined,
    act: () => runJob(publishPlans, {}),
    isDone: async () => true,
  },
  'fetching missed events': {
    prepare: async () => undefined,
    act: () => runJob(reconcile, {}),
    isDone: async () => true,
  },
}
