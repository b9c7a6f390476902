import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { payOutCredit } from '../../refunds/credit-refunds/pay-out.ts'
import { addUserWithCredit } from '../../testing/credit.ts'
import { saveFetch } from '../../stripe-store.ts'
import { handleMissedEvents, reconcile } from './reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

test('stuck refunds of credit resume even on a night when the missed events can’t be handled', async () => {
  const { id: ownerId, customer } = await addUserWithCredit(server, 'ann@example.com', 500)
  const id = newId()
  await server.deps.db
    .insertInto('creditRefunds')
    .values({
      id,
      ownerId,
      customerId: customer,
      afterTransaction: 'cbtxn_1',
      amountCents: 500,
      state: 'open',
      requestedAt: new Date(+server.deps.now() - 2 * DAY_MS),
    })
    .execute()
  const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }
  server.standIn.setReachable(false)
  onTestFinished(() => server.standIn.setReachable(true))
  await expect(reconcile.handler(server.deps, {}, run)).rejects.toThrow('connection to Stripe')
  const { rows } = await sql`
    select data from pgboss.job where name = ${payOutCredit.name}
  `.execute(server.deps.db)
  expect(rows).toEqual([{ data: { refund: id, user: ownerId } }])
})

test('missed events are fetched even if the clock was ahead the last time', async () => {
  const bob = await server.addUser('bob@example.com')
  server.setEventsLost(true)
  await server.subscribe(bob, 'pro')
  server.setEventsLost(false)
  await saveFetch(server.deps.db, server.later(60))
  expect(await handleMissedEvents(server.deps)).toBeGreaterThan(0)
})
