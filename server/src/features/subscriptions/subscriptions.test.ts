import { api, planTexts, subscriptionRefusals } from '@docketbox/contract'
import { GB_BYTES } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planStateOf, requireActivePlan } from '#features/subscriptions'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ STORAGE_GB_TRIAL: '1.5', STORAGE_GB_PRO: '30', STORAGE_GB_PREMIUM: '60' })
})
beforeEach(() => server.setNow(new Date('2026-07-01T09:00:00Z')))

const { list, subscribe } = api.subscriptions
const startTrial = (person: Person) => server.call(subscribe, { body: { plan: 'Trial' } }, person)
const cards = async (person: Person) => (await server.call(list, {}, person)).body.docs
const button = async (person: Person, plan: string) =>
  (await cards(person)).find(({ name }) => name === plan)?.button
const family = { plan: 'Family', price: 9.5, isActive: true, description: 'For two', feature: ['Two people'] }

describe('the plans', () => {
  test('are listed at their prices, in order, and say which of them renew', async () => {
    const ann = await server.addUser('ann@example.com')
    const docs = await cards(ann)
    expect(
      docs
        .slice(0, 3)
        .map(({ name, priceCents, pricePerMonthCents, cycleLabel }) => [
          name,
          priceCents,
          pricePerMonthCents,
          cycleLabel,
        ]),
    ).toEqual([
      ['Trial', 0, 0, '30 days'],
      ['Pro', 499, 499, 'Monthly'],
      ['Premium', 1197, 399, 'Quarterly'],
    ])
    const renewing = docs.filter(({ feature }) => feature.join().includes('until you cancel'))
    expect(renewing.map(({ name }) => name)).toEqual(['Pro', 'Premium'])
  })

  test('say how much storage each includes, as configured', async () => {
    const sam = await server.addUser('sam@example.com')
    const storage = (await cards(sam)).map(({ name, storageBytes }) => [name, storageBytes / GB_BYTES])
    expect(storage.slice(0, 3)).toEqual([
      ['Trial', 1.5],
      ['Pro', 30],
      ['Premium', 60],
    ])
  })

  test('have a link to pay once they have a price at Stripe', async () => {
    const kim = await server.addUser('kim+tax@example.com')
    const plans = server.deps.db.updateTable('plans').where('name', '=', 'Pro')
    await plans.set({ providerPriceId: 'price_1' }).execute()
    const [trial, pro] = await cards(kim)
    expect(trial!.link).toBeNull()
    expect(pro!.link).toBe(`http://docketbox.test/checkout?plan=${pro!._id}`)
  })
})

describe('starting the free trial', () => {
  test('gives full access until the end of the day that we name', async () => {
    const lee = await server.addUser('lee@example.com')
    const started = await startTrial(lee)
    expect(started).toMatchObject({
      status: 201,
      body: {
        message: planTexts.trialActivated,
        subs_details: { planName: 'Trial', status: 'active', currentPeriodEnd: '2026-07-31T14:00:00.000Z' },
      },
    })
    const mail = await server.outbox.waitFor(lee.email, { subject: 'trial has started' })
    expect(mail.text).toContain('until 31 Jul 2026')
    expect(mail.text).toContain('http://docketbox.test/dashboard-celebrate')
    expect(await button(lee, 'Trial')).toMatchObject({ label: 'Current Plan', isDisabled: true })
    expect(await planStateOf(server.deps, lee.id)).toMatchObject({
      unlocked: ['scan', 'upload', 'category'],
      daysLeft: 30,
      portal: null,
      change: { label: 'Upgrade to Pro' },
    })
    await expect(requireActivePlan(server.deps, lee.id)).resolves.toBeUndefined()

    // Until midnight in Sydney, as the mail says.
    server.setNow(new Date('2026-07-31T13:59:59Z'))
    expect(await planStateOf(server.deps, lee.id)).toMatchObject({
      unlocked: ['scan', 'upload', 'category'],
      daysLeft: 1,
    })
    server.setNow(new Date('2026-07-31T14:00:00Z'))
    expect(await planStateOf(server.deps, lee.id)).toMatchObject({
      subs_details: { status: 'expired' },
      unlocked: ['category'],
      subscription: null,
    })
    expect(await button(await server.signIn(lee), 'Trial')).toMatchObject({
      label: 'Used Plan',
      isDisabled: true,
    })
    await expect(requireActivePlan(server.deps, lee.id)).rejects.toMatchObject({
      spec: subscriptionRefusals.noActivePlan,
    })
  })

  test('works once, even with twenty requests at the same time', async () => {
    const max = await server.addUser('max@example.com')
    const responses = await Promise.all(Array.from({ length: 20 }, () => startTrial(max)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array<number>(19).fill(409),
    ])
    const rows = await server.deps.db
      .selectFrom('subscriptions')
      .select('id')
      .where('ownerId', '=', max.id)
      .execute()
    expect(rows).toHaveLength(1)
    await server.outbox.waitFor(max.email, { subject: 'trial has started' })
    expect(server.outbox.sent.filter(({ to }) => to === max.email)).toHaveLength(1)
  })

  test('is refused after the trial has ended', async () => {
    const zoe = await server.addUser('zoe@example.com')
    await startTrial(zoe)
    server.setNow(new Date('2027-01-01T00:00:00Z'))
    const again = await startTrial(await server.signIn(zoe))
    expect(again).toMatchObject({ status: 409, body: { code: subscriptionRefusals.trialUsed.code } })
  })
})

test('trials that run through an upgrade end with their last day', async () => {
  const db = await databaseAt('0129_read_answers')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, created_at, updated_at)
       select gen_random_uuid(), 'User', 'Ann', 'Lee', name || '@example.com', name, '2026-06-20', '2026-06-20'
       from unnest('{running,midnight,ended}'::text[]) as name;
       insert into subscriptions (id, owner_id, plan_id, kind, period_start, period_end, created_at, updated_at)
       select gen_random_uuid(), users.id, plans.id, 'trial', '2026-06-20', t.period_end, '2026-06-20', '2026-06-20'
       from plans, users join (values
         ('running', '2999-10-31T09:30:00+11:00'::timestamptz),
         ('midnight', '2999-11-01T00:00:00+11:00'),
         ('ended', '2026-07-20T09:30:00+10:00')
       ) as t (name, period_end) on t.name = users.username
       where plans.is_trial`,
    )
    .execute(db)
  await migrate(db)
  const trials = await db
    .selectFrom('subscriptions')
    .select(['periodEnd', 'endedIn'])
    .orderBy('periodEnd')
    .execute()
  expect(trials).toEqual([
    { periodEnd: new Date('2026-07-20T09:30:00+10:00'), endedIn: '2026-07-01' },
    { periodEnd: new Date('2999-11-01T00:00:00+11:00'), endedIn: '2999-10-01' },
    { periodEnd: new Date('2999-11-01T00:00:00+11:00'), endedIn: '2999-10-01' },
  ])
})

describe('a User cannot', () => {
  test.each([
    ['choose a paid plan for free', { plan: 'Pro' }],
    ['start a trial at another price', { plan: 'Trial', price: 0.5 }],
    ['create a plan', family],
  ])('%s', async (name, body) => {
    const user = await server.addUser(`${name.replaceAll(' ', '.')}@example.com`)
    expect(await server.call(subscribe, { body }, user)).toMatchObject({ status: 403 })
    expect(await planStateOf(server.deps, user.id)).toMatchObject({ subs_details: null, unlocked: [] })
  })
})

describe('an administrator', () => {
  test('creates a plan that then appears among the cards', async () => {
    const admin = await server.addUser('admin@example.com', { role: 'Admin' })
    const user = await server.addUser('someone@example.com')
    const created = await server.call(subscribe, { body: family }, admin)
    expect(created).toMatchObject({ status: 201, body: { message: planTexts.planCreated } })
    expect((await cards(user)).find(({ name }) => name === 'Family')).toMatchObject({
      priceCents: 950,
      feature: ['Two people'],
      cycleLabel: 'Monthly',
      button: { label: 'Subscribe', action: 'openLink' },
      link: null,
    })
    expect(await server.call(subscribe, { body: { ...family, plan: 'FAMILY' } }, admin)).toMatchObject({
      status: 409,
      body: { code: subscriptionRefusals.nameTaken.code },
    })
    // Its response may have been lost.
    const repeated = await server.call(subscribe, { body: family }, admin)
    expect(repeated).toMatchObject({ status: 201, body: { plan: { _id: created.body.plan?._id } } })
    const log = server.deps.db.selectFrom('auditLog').select(['actorId', 'details'])
    expect(await log.where('action', '=', 'subscriptions.createPlan').execute()).toEqual([
      { actorId: admin.id, details: { name: 'Family', priceCents: 950 } },
    ])
  })

  test.each(['All', 'none'])('can’t name a plan %s, which is a filter of the list', async (plan) => {
    const admin = await server.addUser(`admin.${plan}@example.com`, { role: 'Admin' })
    expect(await server.call(subscribe, { body: { ...family, plan } }, admin)).toMatchObject({
      status: 409,
    })
  })

  test('can create a plan that isn’t on offer yet', async () => {
    const admin = await server.addUser('admin2@example.com', { role: 'Super Admin' })
    await server.call(subscribe, { body: { ...family, plan: 'Hidden', isActive: false } }, admin)
    expect((await cards(admin)).map(({ name }) => name)).not.toContain('Hidden')
  })

  test('reports every invalid field', async () => {
    const admin = await server.addUser('admin3@example.com', { role: 'Admin' })
    const refused = await server.call(
      subscribe,
      { body: { plan: ' ', price: 4.999, description: 'x', feature: [' '] } },
      admin,
    )
    expect(refused).toMatchObject({
      status: 400,
      body: {
        fields: {
          plan: 'Plan is required.',
          price: 'Price can have at most two decimals.',
          'feature.0': 'A feature can’t be empty.',
        },
      },
    })
    // No one could take a free plan.
    for (const price of [0, 0.49])
      expect(
        await server.call(subscribe, { body: { ...family, plan: 'Cheap', price } }, admin),
      ).toMatchObject({
        status: 400,
        body: { fields: { price: 'Enter at least $0.50, the least we can charge a card.' } },
      })
    const missing = await server.call(subscribe, { body: { plan: 'Trial' } }, admin)
    expect(Object.keys((missing.body as { fields?: object }).fields ?? {})).toEqual([
      'price',
      'description',
      'feature',
    ])
  })
})
