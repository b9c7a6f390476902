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

describe('three days before the last day of a trial', () => {
  const remind = () =>
    remindOfTrialEnd.handler(
      server.deps,
      {},
      { id: 'x', attempt: 1, isLast: true, signal: AbortSignal.timeout(5_000) },
    )
  /** Grants a calendar month, as a payment for it does. */
  const buyMonth = async (person: Person, month: string) => {
    const { db, now } = server.deps
    const pro = await db.selectFrom('plans').select('id').where('name', '=', 'Pro').executeTakeFirstOrThrow()
    const startOf = (day: Temporal.PlainDate) =>
      new Date(day.toZonedDateTime('Australia/Sydney').epochMilliseconds)
    const first = Temporal.PlainDate.from(month)
    await db
      .insertInto('subscriptions')
      .values({
        id: crypto.randomUUID(),
        ownerId: person.id,
        planId: pro.id,
        kind: 'month',
        month,
        periodStart: startOf(first),
        periodEnd: startOf(first.add({ months: 1 })),
        createdAt: now(),
        updatedAt: now(),
      })
      .execute()
  }
  const reminders = ({ email }: Person) =>
    server.outbox.sent.filter(({ to, subject }) => to === email && subject.includes('trial ends'))

  test('we remind its owner once that it ends automatically', async () => {
    const rex = await server.addUser('rex@example.com')
    await startTrial(rex)
    server.setNow(new Date('2026-07-27T23:59:00+10:00'))
    await remind()
    expect(reminders(rex)).toEqual([])
    server.setNow(new Date('2026-07-28T00:00:00+10:00'))
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
    await buyMonth(payer, '2026-08-01')
    const { db } = server.deps
    const at = server.deps.now()
    await db.updateTable('users').set({ suspendedAt: at }).where('id', '=', banned.id).execute()
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    expect([...reminders(payer), ...reminders(banned)]).toEqual([])
    await db.updateTable('users').set({ suspendedAt: null }).where('id', '=', banned.id).execute()
    await remind()
    await server.outbox.waitFor(banned.email, { subject: 'trial ends' })
    expect(reminders(payer)).toEqual([])
  })

  test('users whose paid months start later are told until when they need a plan', async () => {
    const zed = await server.addUser('zed@example.com')
    await startTrial(zed)
    await buyMonth(zed, '2026-10-01')
    await buyMonth(zed, '2026-11-01')
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    const { text } = await server.outbox.waitFor(zed.email, { subject: 'trial ends' })
    expect(text).toContain('To add new ones before your paid months start on 1 Oct 2026, choose a plan.')
  })

  test('users whose month starts at midnight after the trial get no reminder', async () => {
    server.setNow(new Date('2026-07-01T10:30:00Z'))
    const kay = await server.addUser('kay@example.com')
    await startTrial(kay)
    await buyMonth(kay, '2026-08-01')
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    expect(reminders(kay)).toEqual([])
  })

  /** A user on a trial whose bank debit, for a plan or for months, is pending. */
  const addDebited = async (email: string, months: string[] = []) => {
    const person = await server.addUser(email)
    await startTrial(person)
    const at = server.deps.now()
    const bill = { kind: months.length > 0 ? 'months' : 'subscription', planName: 'Pro', amountCents: 4_99 }
    const pending = { status: 'open', isLive: false, statusAt: at, createdAt: at, updatedAt: at }
    await server.deps.db
      .insertInto('payments')
      .values({
        id: crypto.randomUUID(),
        ownerId: person.id,
        ...bill,
        months,
        providerInvoiceId: months.length > 0 ? null : `in_${email}`,
        ...pending,
      })
      .execute()
    return person
  }

  test('users whose bank debit is pending get no reminder, unless it fails or pays for later months', async () => {
    const { db } = server.deps
    const dee = await addDebited('dee@example.com')
    const eli = await addDebited('eli@example.com', ['2026-08-01'])
    const fay = await addDebited('fay@example.com', ['2026-10-01'])
    server.setNow(new Date('2026-07-29T09:00:00Z'))
    await remind()
    await server.outbox.waitFor(fay.email, { subject: 'trial ends' })
    expect([...reminders(dee), ...reminders(eli)]).toEqual([])
    await db.updateTable('payments').set({ status: 'failed' }).where('ownerId', '=', dee.id).execute()
    await remind()
    await server.outbox.waitFor(dee.email, { subject: 'trial ends' })
    expect(reminders(eli)).toEqual([])
  })
})
