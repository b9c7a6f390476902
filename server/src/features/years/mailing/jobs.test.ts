import { api, daysOf, lastFinishedYear, sydneyDay } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Deps } from '#platform/config/deps.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { insertReceipt } from '#testing/years.ts'
import { mailEndedRetention, mailYearSummaries } from './jobs.ts'

const run = { id: '1', attempt: 1, isLast: false, signal: new AbortController().signal }

let server: TestServer
let owners: Person[]
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-07-08T00:00:00Z'))
  owners = [await server.addUser('ann@example.com'), await server.addUser('bob@example.com')]
  for (const owner of owners) {
    await insertReceipt(server, owner, { documentDate: '2026-03-01' })
    await insertReceipt(server, owner, { documentDate: '2020-09-01' })
    const lodged = { ownerId: owner.id, incomeYear: 2021, lodgedOn: '2021-09-01', lodgedVia: 'myTax' }
    await server.deps.db.insertInto('incomeYears').values(lodged).execute()
  }
})

/** Mail to one person can't be queued. */
function depsFailingFor(failing: Person): Deps {
  const { mail } = server.deps
  const queue: typeof mail.queue = (db, content) =>
    content.to === failing.email ? Promise.reject(new Error('broken')) : mail.queue(db, content)
  return { ...server.deps, mail: { queue } }
}

test.each([
  ['about the year that has ended', mailYearSummaries, 'Your 2025–26 income year', '2026-07-08'],
  ['about the end of retention', mailEndedRetention, 'Do you still want', '2027-01-05'],
])(
  'mails %s reach others, even if one fails, which the next attempt tries again',
  async (_, job, subject, day) => {
    server.setNow(new Date(day))
    const [first, second] = owners.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person]
    await expect(job.handler(depsFailingFor(first), {}, run)).rejects.toThrow('could not be mailed')
    await server.outbox.waitFor(second.email, { subject })
    await job.handler(server.deps, {}, run)
    await server.outbox.waitFor(first.email, { subject })
    expect(server.outbox.sent.filter((mail) => mail.subject.includes(subject))).toHaveLength(2)
  },
)

test('the mail about a year asks about what may be an asset, without amounts', async () => {
  const cleo = await server.addUser('cleo@example.com')
  const laptop = {
    documentDate: '2026-03-01',
    totalCents: 1_499_00,
    labelConfirmed: 'D5',
    supplier: 'JB Hi-Fi',
  }
  await insertReceipt(server, cleo, laptop)
  server.setNow(new Date('2026-07-08T00:00:00Z'))
  await mailYearSummaries.handler(server.deps, {}, run)
  const { text } = await server.outbox.waitFor(cleo.email, { subject: 'Your 2025–26 income year' })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    '1 purchase looks like equipment. Will you use it for more than a year? If so, you may have to claim it over several years.',
  )
  expect(text).not.toContain('1,499')
})

test('a suspended owner is asked about the end of retention once they can log in again', async () => {
  const { db } = server.deps
  const dan = await server.addUser('dan@example.com')
  await insertReceipt(server, dan, { documentDate: '2020-09-01' })
  const lodged = { ownerId: dan.id, incomeYear: 2021, lodgedOn: '2021-09-01', lodgedVia: 'myTax' }
  await db.insertInto('incomeYears').values(lodged).execute()
  server.setNow(new Date('2027-01-05'))
  const suspend = (suspendedAt: Date | null) =>
    db.updateTable('users').set({ suspendedAt }).where('id', '=', dan.id).execute()
  await suspend(new Date('2026-12-01'))
  await mailEndedRetention.handler(server.deps, {}, run)
  expect(server.outbox.sent.filter(({ to }) => to === dan.email)).toEqual([])
  await suspend(null)
  await mailEndedRetention.handler(server.deps, {}, run)
  const { text } = await server.outbox.waitFor(dan.email, { subject: 'Do you still want' })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    'you have 1 receipt from 2020–21. The law no longer requires you to keep it, unless it’s',
  )
})

test('an owner who has a dispute while others are asked about the end of retention isn’t asked', async () => {
  const { db, mail } = server.deps
  const people = [await server.addUser('fay@example.com'), await server.addUser('gus@example.com')]
  for (const person of people) {
    await insertReceipt(server, person, { documentDate: '2020-09-01' })
    const lodged = { ownerId: person.id, incomeYear: 2021, lodgedOn: '2021-09-01', lodgedVia: 'myTax' }
    await db.insertInto('incomeYears').values(lodged).execute()
  }
  server.setNow(new Date('2027-01-05'))
  const [first, second] = people.toSorted((a, b) => (a.id < b.id ? -1 : 1)) as [Person, Person]
  const queue: typeof mail.queue = async (db, content) => {
    const input = { params: { incomeYear: '2020-21' }, body: { isDisputed: true } }
    const { status } = await server.call(api.years.setDispute, input, await server.signIn(second))
    expect(status).toBe(200)
    return mail.queue(db, content)
  }
  await mailEndedRetention.handler({ ...server.deps, mail: { queue } }, {}, run)
  await server.outbox.waitFor(first.email, { subject: 'Do you still want' })
  const { endMailedAt } = await db
    .selectFrom('incomeYears')
    .select('endMailedAt')
    .where('ownerId', '=', second.id)
    .executeTakeFirstOrThrow()
  expect(endMailedAt).toBeNull()
})

test.each([
  ['the year that has ended', mailYearSummaries, -400, 'summaryMailedAt' as const],
  ['the end of retention', mailEndedRetention, 4_000, 'endMailedAt' as const],
])('no one is mailed about %s by a machine whose clock isn’t the database’s', async (_, job, days, mark) => {
  const { db } = server.deps
  const eve = await server.addUser(`eve${days}@example.com`)
  const wrongNow = new Date(Date.now() + days * DAY_MS)
  for (const incomeYear of ['2020-21', lastFinishedYear(sydneyDay(wrongNow))])
    await insertReceipt(server, eve, { documentDate: daysOf(incomeYear).first })
  const lodged = { ownerId: eve.id, incomeYear: 2021, lodgedOn: '2021-09-01', lodgedVia: 'myTax' }
  await db.insertInto('incomeYears').values(lodged).execute()
  vi.useFakeTimers({ toFake: ['Date'], now: wrongNow })
  try {
    await job.handler({ ...server.deps, now: () => new Date() }, {}, run)
  } finally {
    vi.useRealTimers()
  }
  const rows = await db.selectFrom('incomeYears').select(mark).where('ownerId', '=', eve.id).execute()
  expect(rows).toEqual([{ [mark]: null }])
})
