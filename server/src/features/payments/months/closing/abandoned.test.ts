import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#testing/harness.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { addUserWithCredit } from '../../testing/credit.ts'
import { listPayments } from '../../testing/lists.ts'
import { closeAbandonedPayments } from './close-payment.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const createIntent = async (person: Person) => {
  const body = { months: ['Dec' as const], plan: server.plans.pro }
  return server.call(api.payments.createIntent, { body }, await server.signIn(person))
}
const statusesOf = async (person: Person) => (await listPayments(server, person)).map(({ status }) => status)
/** A user with a card form that's a day old. */
const abandon = async (email: string) => {
  const person = await server.addUser(email)
  await createIntent(person)
  await server.passTo(new Date(+server.deps.now() + DAY_MS + 1_000))
  return person
}

describe('an abandoned payment', () => {
  test('is closed even if an earlier one can’t be', async () => {
    const ann = await abandon('ann@example.com')
    const bob = await abandon('bob@example.com')
    let calls = 0
    const client = async () => {
      if (++calls === 1) throw new Error('No idea.')
      return server.deps.payments.client()
    }
    const deps = { ...server.deps, payments: { ...server.deps.payments, client } }
    await expect(closeAbandonedPayments.handler(deps, {}, run)).rejects.toThrow('couldn’t be closed')
    expect(await statusesOf(ann)).toEqual(['open'])
    expect(await statusesOf(bob)).toEqual(['expired'])
    await closeAbandonedPayments.handler(server.deps, {}, run)
    expect(await statusesOf(ann)).toEqual(['expired'])
  })

  test('is closed in the same hour, however many there are', async () => {
    const { db, now } = server.deps
    const people: Person[] = []
    for (let number = 0; number < 120; number++)
      people.push(await server.addUser(`many${number}@example.com`))
    const at = now()
    const payments = people.map(({ id }) => ({
      id: crypto.randomUUID(),
      ownerId: id,
      kind: 'months',
      planId: server.plans.pro,
      planName: 'Pro',
      months: ['2027-05-01'],
      amountCents: 4_99,
      status: 'open',
      isLive: true,
      statusAt: at,
      // Stripe doesn't have it, so it can't be paid.
      providerIntentId: `pi_gone_${id}`,
      createdAt: at,
      updatedAt: at,
    }))
    await db.insertInto('payments').values(payments).execute()
    await server.passTo(new Date(+at + DAY_MS + 1_000))
    await closeAbandonedPayments.handler(server.deps, {}, run)
    const { live } = await db
      .selectFrom('payments')
      .select(({ fn }) => fn.countAll<number>().as('live'))
      .where('isLive', '=', true)
      .executeTakeFirstOrThrow()
    expect(live).toBe(0)
  })

  test('is closed if its customer, whose credit it was to use, was deleted at Stripe', async () => {
    const cem = await addUserWithCredit(server, 'cem@example.com', 200)
    await createIntent(cem)
    const { db } = server.deps
    // As if we had stopped before Stripe was asked for anything.
    await db.updateTable('payments').set({ providerIntentId: null }).where('ownerId', '=', cem.id).execute()
    await db
      .updateTable('providerCustomers')
      .set({ id: 'cus_deleted' })
      .where('ownerId', '=', cem.id)
      .execute()
    await server.passTo(new Date(+server.deps.now() + DAY_MS + 1_000))
    await closeAbandonedPayments.handler(server.deps, {}, run)
    expect(await statusesOf(cem)).toEqual(['expired'])
    expect((await createIntent(cem)).status).toBe(200)
  })
})
