import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { createDatabase } from '#testing/database/create-database.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { untilEndedAtStripe } from '../../testing/at-stripe.ts'
import { listRunningPlans } from '../../testing/lists.ts'
import { handleMissedEvents } from './reconciliation.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

test('of two plans whose events never arrived, the one that was bought last stays', async () => {
  const ann = await server.addUser('two-plans@example.com')
  server.setEventsLost(true)
  const { body } = await server.call(api.payments.openCheckout, { body: { plan: server.plans.pro } }, ann)
  await server.payOn(body.url)
  const [pro] = (await server.stripe.subscriptions.list({ limit: 1 })).data
  await passMinutes(20)
  // The product refuses to open another page, so this one was open before.
  const { subscription } = await server.subscribe(ann, 'premium')
  await server.passTo(server.later(1))
  server.setEventsLost(false)

  await handleMissedEvents(server.deps)
  const { text } = await server.outbox.waitFor(ann.email, { subject: 'earlier plan' })
  expect(text).toContain(
    'while your Pro plan was still active. We’ve ended it. For the time left on it, we’re refunding $4.',
  )
  await untilEndedAtStripe(server, pro!.id)
  expect((await server.stripe.subscriptions.retrieve(subscription as string)).status).toBe('active')
  expect(await listRunningPlans(server, ann)).toEqual(['Premium'])
})

function passMinutes(minutes: number): Promise<void> {
  return server.passTo(new Date(+server.deps.now() + minutes * 60_000))
}

test('plans from before their days were recorded get the day of their first bill', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const { db, close } = openDatabase(url, { maxConnections: 1, onLost: () => undefined })
  onTestFinished(close)
  await migrate(db, '0071_refund_request_keys')
  await sql
    .raw(
      `insert into users (id, role, username, email, first_name, last_name, created_at, updated_at)
       values ('00000000-0000-7000-8000-000000000001', 'User', 'ann', 'ann@example.com', 'Ann', 'Lee', now(), now());
       insert into provider_subscriptions (id) values ('sub_late'), ('sub_prompt'), ('sub_unpaid');
       insert into subscriptions (id, owner_id, plan_id, kind, period_start, period_end, provider_subscription_id,
         created_at, updated_at)
       select gen_random_uuid(), '00000000-0000-7000-8000-000000000001', '01937000-0000-7000-8000-000000000102',
         'recurring', '2026-06-01', '2026-08-01', id, at::timestamptz, now()
       from (values ('sub_late', '2026-07-02T02:30:00Z'), ('sub_prompt', '2026-06-20T00:00:00Z')) t (id, at);
       insert into payments (id, kind, plan_name, amount_cents, status, is_live, status_at, provider_invoice_id,
         provider_subscription_id, paid_at, created_at, updated_at)
       select gen_random_uuid(), 'subscription', 'Pro', 499, 'paid', false, now(), invoice, id, now(), at::timestamptz, now()
       from (values ('in_1', 'sub_late', '2026-06-01T00:00:00Z'), ('in_2', 'sub_late', '2026-07-01T00:00:00Z'),
         ('in_3', 'sub_prompt', '2026-07-20T00:00:00Z')) t (invoice, id, at)`,
    )
    .execute(db)
  await migrate(db)
  const atStripe = await db
    .selectFrom('providerSubscriptions')
    .select(['id', 'createdAt'])
    .orderBy('id')
    .execute()
  expect(atStripe).toEqual([
    { id: 'sub_late', createdAt: new Date('2026-06-01T00:00:00Z') },
    { id: 'sub_prompt', createdAt: new Date('2026-06-20T00:00:00Z') },
    { id: 'sub_unpaid', createdAt: null },
  ])
  const access = await db.selectFrom('subscriptions').select('createdAt').orderBy('createdAt').execute()
  expect(access).toEqual([
    { createdAt: new Date('2026-06-20T00:00:00Z') },
    { createdAt: new Date('2026-07-02T02:30:00Z') },
  ])
})
