import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { remindOfTrialEnd } from './send.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.setNow(new Date('2026-07-01T09:00:00Z')))

const startTrial = (person: Person) =>
  server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)

describe('three days before a trial ends', () => {
  const remind = () =>
    remindOfTrialEnd.handler(
      server.deps,
      {},
      { id: 'x', attempt: 1, isLast: true, signal: AbortSignal.timeout(5_000) },
    )
  const reminders = ({ email }: Person) =>
    server.outbox.sent.filter(({ to, subject }) => to === email && subject.includes('trial ends'))

  test('we remind its owner once that it ends automatically', async () => {
    const rex = await server.addUser('rex@example.com')
    await startTrial(rex)
    server.setNow(new Date('2026-07-28T08:00:00Z'))
    await remind()
    expect(reminders(rex)).toEqual([])
    server.setNow(new Date('2026-07-28T09:00:00Z'))
    await Promise.all([remind(), remind()])
    const mail = await server.outbox.waitFor(rex.email, { subject: 'trial ends' })
    expect(mail.text).toContain('31 Jul 2026')
    expect(mail.text).toContain('nothing to pay')
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    expect(reminders(rex)).toHaveLength(1)
  })

  test('users who pay already get no reminder, and suspended ones only once they’re back', async () => {
    const [payer, banned] = [
      await server.addUser('payer@example.com'),
      await server.addUser('banned@example.com'),
    ]
    await Promise.all([startTrial(payer), startTrial(banned)])
    const at = server.deps.now()
    const { db } = server.deps
    const pro = await db.selectFrom('plans').select('id').where('name', '=', 'Pro').executeTakeFirstOrThrow()
    const month = { start: at, end: new Date('2026-08-31T14:00:00Z'), month: '2026-08-01' }
    await db
      .insertInto('subscriptions')
      .values({
        id: crypto.randomUUID(),
        ownerId: payer.id,
        planId: pro.id,
        kind: 'month',
        month: month.month,
        periodStart: month.start,
        periodEnd: month.end,
        createdAt: at,
        updatedAt: at,
      })
      .execute()
    await db.updateTable('users').set({ suspendedAt: at }).where('id', '=', banned.id).execute()
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    expect([...reminders(payer), ...reminders(banned)]).toEqual([])
    await db.updateTable('users').set({ suspendedAt: null }).where('id', '=', banned.id).execute()
    await remind()
    await server.outbox.waitFor(banned.email, { subject: 'trial ends' })
    expect(reminders(payer)).toEqual([])
  })

  test('users whose bank debit is pending get no reminder, unless it fails', async () => {
    const { db } = server.deps
    const dee = await server.addUser('dee@example.com')
    await startTrial(dee)
    const at = server.deps.now()
    const bill = { kind: 'subscription', planName: 'Pro', amountCents: 4_99, providerInvoiceId: 'in_debit' }
    const pending = { status: 'open', isLive: false, statusAt: at, createdAt: at, updatedAt: at }
    await db
      .insertInto('payments')
      .values({ id: crypto.randomUUID(), ownerId: dee.id, ...bill, ...pending })
      .execute()
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    const trial = db.selectFrom('subscriptions').select('remindedAt').where('ownerId', '=', dee.id)
    expect(await trial.executeTakeFirst()).toEqual({ remindedAt: null })
    await db.updateTable('payments').set({ status: 'failed' }).where('ownerId', '=', dee.id).execute()
    await remind()
    await server.outbox.waitFor(dee.email, { subject: 'trial ends' })
  })
})
