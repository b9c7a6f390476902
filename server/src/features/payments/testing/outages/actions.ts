import { api, monthNames } from '@docketbox/contract'
import type { Person } from '#testing/harness.ts'
import { customerRow, moneyAtStripe, paymentsOf, subscriptionOf, type World } from './set-up.ts'

/** A job that failed: its queue runs it again. */
export const RETRIED = 'retried'

export type Result = { status: number; code?: string }
export type Action = {
  prepare: (world: World, person: Person) => Promise<unknown>
  act: (world: World, person: Person) => Promise<Result>
  /** Whether Stripe has done it. */
  isDone: (world: World, person: Person) => Promise<boolean>
  /** The calls to break, if not all that are made. */
  calls?: string[]
}

const callAs = async (response: Promise<{ status: number; body: unknown }>): Promise<Result> => {
  const { status, body } = await response
  return { status, ...(status >= 400 && { code: (body as { code: string }).code }) }
}

export const ordered = ({ server }: World, person: Person, months: number[]) =>
  server.call(
    api.payments.createIntent,
    { body: { plan: server.plans.pro, months: months.map((at) => monthNames[at]!) } },
    person,
  )
export const subscribed = ({ server }: World, person: Person) => server.subscribe(person, 'pro')
const previews = new Map<string, { plan: string; prorationDate: number; dueNowCents: number }>()
const previewed = async (world: World, person: Person) => {
  const { server } = world
  await subscribed(world, person)
  const { body } = await server.call(
    api.payments.previewChange,
    { body: { plan: server.plans.premium } },
    person,
  )
  const { prorationDate, dueNowCents } = body
  previews.set(person.id, { plan: server.plans.premium, prorationDate, dueNowCents })
}
const cancelling =
  (isCancelled: boolean) =>
  ({ server }: World, person: Person) =>
    callAs(server.call(api.payments.cancelPlan, { body: { isCancelled } }, person))
export const isCancelled = async (world: World, person: Person) =>
  (await subscriptionOf(world, person)).cancel_at_period_end
export const refundOf = async (world: World, person: Person) => (await moneyAtStripe(world, person)).refunded

/** What users and administrators do that calls Stripe. */
export const actions: Record<string, Action> = {
  'ordering a month': {
    prepare: async () => undefined,
    act: (world, person) => callAs(ordered(world, person, [8])),
    isDone: async () => true,
  },
  'ordering another month instead': {
    prepare: (world, person) => ordered(world, person, [8]),
    act: (world, person) => callAs(ordered(world, person, [9])),
    isDone: async () => true,
  },
  'paying with credit': {
    prepare: async (world, person) => {
      await world.server.call(api.payments.openCheckout, { body: { plan: world.server.plans.pro } }, person)
      const { id } = (await customerRow(world, person))!
      await world.direct.customers.createBalanceTransaction(id, { amount: -1000, currency: 'aud' })
      await world.server.standIn.webhooksSettled()
    },
    act: (world, person) =>
      callAs(
        world.server.call(
          api.payments.payWithCredit,
          { body: { plan: world.server.plans.pro, months: ['Sep'] } },
          person,
        ),
      ),
    isDone: async (world, person) => (await moneyAtStripe(world, person)).credit === 501,
  },
  'opening the page to subscribe': {
    prepare: async () => undefined,
    act: (world, person) =>
      callAs(
        world.server.call(api.payments.openCheckout, { body: { plan: world.server.plans.pro } }, person),
      ),
    isDone: async (world, person) => {
      const customer = (await customerRow(world, person))!.id
      const { data } = await world.direct.checkout.sessions.list({ customer, status: 'open' })
      return data.length === 1
    },
  },
  'previewing another plan': {
    prepare: subscribed,
    act: (world, person) =>
      callAs(
        world.server.call(api.payments.previewChange, { body: { plan: world.server.plans.premium } }, person),
      ),
    isDone: async () => true,
  },
  'changing the plan': {
    prepare: previewed,
    act: (world, person) =>
      callAs(world.server.call(api.payments.changePlan, { body: previews.get(person.id)! }, person)),
    isDone: async (world, person) =>
      (await subscriptionOf(world, person)).items.data[0]!.price.unit_amount === 1197,
  },
  'cancelling the plan': { prepare: subscribed, act: cancelling(true), isDone: isCancelled },
  'resuming the plan': {
    prepare: async (world, person) => {
      await subscribed(world, person)
      await cancelling(true)(world, person)
    },
    act: cancelling(false),
    isDone: async (world, person) => !(await isCancelled(world, person)),
  },
  'opening the portal': {
    prepare: subscribed,
    act: (world, person) => callAs(world.server.call(api.payments.portal, {}, person)),
    isDone: async () => true,
  },
  'refunding at the desk': {
    prepare: subscribed,
    act: async (world, person) => {
      const [payment] = await paymentsOf(world, person)
      const body = { amountCents: 100, refundableCents: 499, reason: 'asked' }
      return callAs(
        world.server.call(api.payments.refund, { params: { id: payment!.id }, body }, world.admin),
      )
    },
    isDone: async (world, person) => (await refundOf(world, person)) === 100,
  },
}
