import Stripe from 'stripe'
import { type ExpectStatic, expect } from 'vitest'
import { planStateOf } from '#features/subscriptions'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

/** Long enough for a busy machine to answer. */
export const WAIT_MS = 1_000
export const SEND_MS = 20_000

/** The product, Stripe, and a proxy between them that can fail on purpose. */
export type World = {
  server: PayingServer
  proxy: FaultyProxy
  admin: Person
  /** Past the proxy, for the test itself. */
  direct: Stripe
  /** The running test's own: several run concurrently. */
  expect: ExpectStatic
}

export async function startWorld(): Promise<World> {
  let proxy: FaultyProxy | undefined
  const server = await startPayingServer(new Date('2026-07-01T02:00:00Z'), async (standIn) => {
    proxy = await startFaultyProxy(standIn)
    const { host, port } = proxy
    return {
      host,
      port,
      waits: { callMs: WAIT_MS, sendMs: SEND_MS, moneyCallMs: WAIT_MS, lookUpEveryMs: 50 },
    }
  })
  const { host, port, secretKey } = server.standIn
  const direct = new Stripe(secretKey, { host, port, protocol: 'http', telemetry: false })
  // The SDK waits half a second before it repeats a call.
  const soon = { getInitialNetworkRetryDelay: () => 0.01, getMaxNetworkRetryDelay: () => 0.01 }
  Object.assign(server.stripe, soon)
  const admin = await server.addUser('desk@example.com', { role: 'Admin' })
  return { server, proxy: proxy!, admin, direct, expect }
}

export const paymentsOf = ({ server }: World, person: Person) =>
  server.deps.db
    .selectFrom('payments')
    .selectAll()
    .where('ownerId', '=', person.id)
    .orderBy('createdAt', 'desc')
    .execute()
export const subscriptionOf = async ({ server, direct }: World, { id }: Person) => {
  const rows = await server.deps.db
    .selectFrom('providerSubscriptions')
    .select('id')
    .where('ownerId', '=', id)
    .execute()
  return direct.subscriptions.retrieve(rows[0]!.id)
}
export const customerRow = ({ server }: World, { id }: Person) =>
  server.deps.db.selectFrom('providerCustomers').selectAll().where('ownerId', '=', id).executeTakeFirst()
export type Money = { paid: number; refunded: number; credit: number }
const sum = <T>(rows: T[], of: (row: T) => number) => rows.reduce((total, row) => total + of(row), 0)

export const moneyAtStripe = async (world: World, person: Person): Promise<Money> => {
  const row = await customerRow(world, person)
  if (!row) return { paid: 0, refunded: 0, credit: 0 }
  const { charges, balance } = world.server.standIn.booksOf(row.id)
  const paid = charges.filter(({ status }) => status === 'succeeded')
  return {
    paid: sum(paid, ({ amount }) => amount),
    refunded: sum(paid, ({ amount_refunded }) => amount_refunded),
    credit: 0 - balance,
  }
}
const moneyShown = async (world: World, person: Person): Promise<Money> => {
  const paid = (await paymentsOf(world, person)).filter(({ status }) => status === 'paid')
  return {
    paid: sum(paid, ({ amountCents }) => amountCents),
    refunded: sum(paid, ({ refundedCents }) => refundedCents),
    credit: (await customerRow(world, person))?.creditCents ?? 0,
  }
}

/** Screen, history and mail say what Stripe says. */
export async function expectAgreement(world: World, person: Person): Promise<void> {
  const { server, expect } = world
  await expect.poll(() => moneyShown(world, person)).toEqual(await moneyAtStripe(world, person))
  const invoiced = (await paymentsOf(world, person)).filter(({ invoiceNumber }) => invoiceNumber !== null)
  const receipts = () =>
    server.outbox.sent.filter(({ to, subject }) => to === person.email && subject.includes('receipt'))
  await expect.poll(() => receipts().length).toBe(invoiced.length)
  const { subs_details: shown, subscription } = await planStateOf(server.deps, person.id)
  if (!subscription) return
  const atStripe = await subscriptionOf(world, person)
  expect(shown?.planName).toBe(atStripe.items.data[0]!.price.unit_amount === 1197 ? 'Premium' : 'Pro')
  expect(subscription.isRenewing).toBe(!atStripe.cancel_at_period_end)
}
