import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/database/ids.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
let admin: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-15T00:00:00Z'))
  admin = await server.addUser('admin@example.com', { role: 'Admin' })
})

/** A subscription whose paid period ends some days from now. */
async function subscribe(email: string, endsInDays: number) {
  const { db, now } = server.deps
  const user = await server.addUser(email)
  const plan = db.selectFrom('plans').select('id').where('name', '=', 'Pro')
  const id = newId()
  const at = (days: number) => new Date(+now() + days * DAY_MS)
  await db
    .insertInto('subscriptions')
    .values({
      id,
      ownerId: user.id,
      planId: plan,
      kind: 'recurring',
      providerSubscriptionId: newId(),
      providerCustomerId: 'cus_1',
      periodStart: at(endsInDays - 30),
      periodEnd: at(endsInDays),
      createdAt: at(endsInDays - 30),
      updatedAt: at(endsInDays - 30),
    })
    .execute()
  return { id, user }
}

/** The period and its end in the list, the user's details and the export. */
async function shownOf({ id, email }: Person) {
  const list = await server.call(api.admin.listSubscribers, { query: { email } }, admin)
  const details = await server.call(api.admin.findSubscriber, { params: { userId: id } }, admin)
  const file = await server.call(api.admin.exportSubscribers, { query: { email } }, admin)
  const [period, , end] = file.body.toString().split('\r\n')[1]!.split(',').slice(7)
  return [...list.body.docs, details.body]
    .map((row) => [row.period, row.currentPeriodEnd])
    .concat([[period!, end!]])
}

test('a plan that was refunded has ended, everywhere administrators see it', async () => {
  const { id, user } = await subscribe('refunded@example.com', 20)
  const endedAt = server.deps.now()
  await server.deps.db.updateTable('subscriptions').set({ endedAt }).where('id', '=', id).execute()
  const ended = ['Expired', endedAt.toISOString()]
  expect(await shownOf(user)).toEqual([ended, ended, ['Expired', '2026-11-15']])
})

test('a plan whose renewal may still be paid is active, everywhere administrators see it', async () => {
  const { user } = await subscribe('due@example.com', -1)
  const active = ['Active', server.later(2).toISOString()]
  expect(await shownOf(user)).toEqual([active, active, ['Active', '2026-11-17']])
})

test('an export names the first and last day of a period in Sydney, as screens do', async () => {
  const user = await server.addUser('november@example.com')
  const { db, now } = server.deps
  const at = { createdAt: now(), updatedAt: now() }
  const november = {
    month: '2026-11-01',
    periodStart: new Date('2026-10-31T13:00:00Z'),
    periodEnd: new Date('2026-11-30T13:00:00Z'),
  }
  const planId = db.selectFrom('plans').select('id').where('name', '=', 'Pro')
  await db
    .insertInto('subscriptions')
    .values({ id: newId(), ownerId: user.id, planId, kind: 'month', ...november, ...at })
    .execute()
  server.setNow(new Date('2026-11-15T20:00:00Z'))
  const query = { email: user.email }
  const { body, headers } = await server.call(
    api.admin.exportSubscribers,
    { query },
    await server.signIn(admin),
  )
  expect(body.toString()).toContain(',Active,2026-11-01,2026-11-30,')
  expect(headers.get('content-disposition')).toContain('subscribers-2026-11-16.csv')
})
