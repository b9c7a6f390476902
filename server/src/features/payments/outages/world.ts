import Stripe from 'stripe'
import { expect } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

/** Long enough for a busy machine to answer. */
const WAIT_MS = 1_000

export let server: PayingServer
export let proxy: FaultyProxy
export let admin: Person
/** Past the proxy, for the test itself. */
export let direct: Stripe

/** Starts the product with a proxy between it and Stripe. */
export async function start(): Promise<void> {
  server = await startPayingServer(new Date('2026-07-01T02:00:00Z'), async (standIn) => {
    proxy = await startFaultyProxy(standIn)
    const { host, port } = proxy
    return { host, port, waits: { callMs: WAIT_MS, moneyCallMs: WAIT_MS, lookUpEveryMs: 50 } }
  })
  const { host, port, secretKey } = server.standIn
  direct = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  // The SDK waits half a second before it repeats a call.
  const soon = { getInitialNetworkRetryDelay: () => 0.01, getMaxNetworkRetryDelay: () => 0.01 }
  Object.assign(server.stripe, soon)
  admin = await server.addUser('desk@example.com', { role: 'Admin' })
}

export const paymentsOf = (person: Person) =>
  server.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', person.id)
    .orderBy('createdAt', 'desc')
    .execute()
export const subscriptionOf = async ({ id }: Person) => {
  const rows = await server.deps.db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', id)
    .execute()
  return direct.subscriptions.retrieve(rows[0]!.id)
}
export const customerRow = ({ id }: Person) =>
  server.deps.db.selectFrom('providerCustomers').selectAll().where('ownerId', '=', id).executeTakeFirst()
export type Money = { paid: number; refunded: number; credit: number }
export const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

export const moneyAtStripe = async (person: Person): Promise<Money> => {
  const row = await customerRow(person)
  if (!row) return { paid: 0, refunded: 0, credit: 0 }
  const { charges, balance } = server.standIn.booksOf(row.id)
  const paid = charges.filter(({ status }) => status === 'succeeded')
  return {
    paid: sum(paid, ({ amount }) => amount),
    refunded: sum(paid, ({ amount_refunded }) => amount_refunded),
    credit: 0 - balance,
  }
}
export const moneyShown = async (person: Person): Promise<Money> => {
  const paid = (await paymentsOf(person)).filter(({ status }) => status === 'paid')
  return {
    paid: sum(paid, ({ amountCents }) => amountCents),
    refunded: sum(paid, ({ refundedCents }) => refundedCents),
    credit: (await customerRow(person))?.creditCents ?? 0,
  }
}

/** Screen, history and mail say what Stripe says. */
export async function expectAgreement(person: Person): Promise<void> {
  await expect.poll(() => moneyShown(person)).toEqual(await moneyAtStripe(person))
  const paid = (await paymentsOf(person)).filter(({ status }) => status === 'paid')
  const receipts = () =>
    server.outbox.sent.filter(({ to, subject }) => to === person.email && subject.includes('receipt'))
  await expect.poll(() => receipts().length).toBe(paid.length)
  const { subs_details: shown, subscription } = await planStateOf(server.deps, person.id)
  if (!subscription) return
  const atStripe = await subscriptionOf(person)
  expect(shown?.planName).toBe(atStripe.items.data[0]!.price.unit_amount === 1197 ? 'Premium' : 'Pro')
  expect(subscription.isRenewing).toBe(!atStripe.cancel_at_period_end)
}
