import { api, yearTexts } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { mailEndedRetention, mailYearSummaries } from '#features/years'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const run = () => ({ id: 'x', attempt: 1, isLast: true, signal: AbortSignal.timeout(60_000) })
const mailSummaries = () => mailYearSummaries.handler(server.deps, {}, run())
const mailEnds = () => mailEndedRetention.handler(server.deps, {}, run())
const mailsTo = ({ email }: Person, subject: string) =>
  server.outbox.sent.filter((mail) => mail.to === email && mail.subject.includes(subject))

/** Moves the clock, and logs in again. */
async function at(time: string, person: Person): Promise<Person> {
  server.setNow(new Date(time))
  return server.signIn(person)
}

test('over five years, receipts are kept, asked about and never deleted automatically', async () => {
  server.setNow(new Date('2025-08-03T02:00:00Z'))
  let ann = await server.addUser('ann@example.com')
  const receipt = await insertReceipt(server, ann, {
    documentDate: '2024-09-01',
    supplier: 'Ampol',
    totalCents: 5_000,
  })
  const params = { incomeYear: '2024-25' }
  const retention = async () => (await yearOf(server, ann, '2024-25')).retention

  // While the return isn't lodged, the latest due date counts.
  expect(await retention()).toMatchObject({ keepUntil: '2031-05-15', isProvisional: true })
  ann = await at('2025-11-20T02:00:00Z', ann)
  await server.call(
    api.years.recordLodgedReturn,
    { params, body: { lodgedOn: '2025-11-19', via: 'myTax' } },
    ann,
  )
  expect(await retention()).toEqual({ keepUntil: '2030-11-19', isProvisional: false, isDecisionDue: false })

  for (const year of [2026, 2027, 2028, 2029, 2030]) {
    ann = await at(`${year}-07-08T00:00:00Z`, ann)
    await Promise.all([mailSummaries(), mailEnds()])
    expect(await retention()).toMatchObject({ keepUntil: '2030-11-19', isDecisionDue: false })
  }
  expect(mailsTo(ann, 'Do you still want')).toEqual([])

  // The last day counts, and the next day is asked about once.
  ann = await at('2030-11-19T12:59:00Z', ann)
  await mailEnds()
  expect((await retention()).isDecisionDue).toBe(false)
  ann = await at('2030-11-19T13:01:00Z', ann)
  expect((await retention()).isDecisionDue).toBe(true)
  await Promise.all([mailEnds(), mailEnds()])
  const mail = await server.outbox.waitFor(ann.email, {
    subject: 'Do you still want your receipts from 2024–25?',
  })
  expect(mail.text).toContain('1 receipt')
  expect(mail.text).toContain('/years/2024-25')
  expect(mail.text.replaceAll(/\s+/g, ' ')).toContain(yearTexts.capitalGains)
  ann = await at('2031-12-01T00:00:00Z', ann)
  await mailEnds()
  expect(mailsTo(ann, 'Do you still want')).toHaveLength(1)

  // Nothing was deleted, and they stay when their owner says so.
  expect((await yearOf(server, ann, '2024-25')).totals.receipts).toBe(1)
  await server.call(api.years.keepReceipts, { params, body: { isKept: true } }, ann)
  expect((await retention()).isDecisionDue).toBe(false)
  const kept = await server.deps.db
    .selectFrom('receipts')
    .select('id')
    .where('ownerId', '=', ann.id)
    .execute()
  expect(kept).toEqual([{ id: receipt }])
})

test('a dispute suspends the question, which comes once it’s over', async () => {
  server.setNow(new Date('2026-08-03T02:00:00Z'))
  let dot = await server.addUser('dot@example.com')
  await insertReceipt(server, dot, { documentDate: '2020-09-01' })
  const params = { incomeYear: '2020-21' }
  await server.call(
    api.years.recordLodgedReturn,
    { params, body: { lodgedOn: '2021-09-01', via: 'myTax' } },
    dot,
  )
  await server.call(api.years.setDispute, { params, body: { isDisputed: true } }, dot)
  dot = await at('2027-01-05T00:00:00Z', dot)
  await mailEnds()
  expect(await yearOf(server, dot, '2020-21')).toMatchObject({
    retention: { keepUntil: null, isDecisionDue: false },
  })
  await server.call(api.years.setDispute, { params, body: { isDisputed: false } }, dot)
  await mailEnds()
  await server.outbox.waitFor(dot.email, { subject: 'Do you still want' })
  expect(mailsTo(dot, 'Do you still want')).toHaveLength(1)
})

test('no one is asked again because another tab says the same about a dispute', async () => {
  server.setNow(new Date('2027-01-05T00:00:00Z'))
  const kai = await server.addUser('kai@example.com')
  await insertReceipt(server, kai, { documentDate: '2020-09-01' })
  const params = { incomeYear: '2020-21' }
  const lodged = { lodgedOn: '2021-09-01', via: 'myTax' as const }
  await server.call(api.years.recordLodgedReturn, { params, body: lodged }, kai)
  await mailEnds()
  const isToBeAsked = async () => {
    const years = server.deps.db.selectFrom('incomeYears').select('endMailedAt').where('ownerId', '=', kai.id)
    return (await years.executeTakeFirstOrThrow()).endMailedAt === null
  }
  expect(await isToBeAsked()).toBe(false)
  const dispute = (isDisputed: boolean) =>
    server.call(api.years.setDispute, { params, body: { isDisputed } }, kai)
  await dispute(false)
  expect(await isToBeAsked()).toBe(false)
  await dispute(true)
  expect(await isToBeAsked()).toBe(true)
})

test('a year whose return isn’t known to be lodged is never asked about', async () => {
  server.setNow(new Date('2026-08-03T02:00:00Z'))
  let ned = await server.addUser('ned@example.com')
  await insertReceipt(server, ned, { documentDate: '2020-09-01' })
  ned = await at('2040-01-05T00:00:00Z', ned)
  await mailEnds()
  expect((await yearOf(server, ned, '2020-21')).retention).toMatchObject({
    isProvisional: true,
    isDecisionDue: false,
  })
  expect(mailsTo(ned, 'Do you still want')).toEqual([])
})

test('the yearly mail says once what’s missing, when it’s due and how long to keep receipts, without amounts', async () => {
  server.setNow(new Date('2026-07-08T00:00:00Z'))
  const [eva, idle] = [await server.addUser('eva@example.com'), await server.addUser('idle@example.com')]
  await insertReceipt(server, eva, { documentDate: '2025-09-01', supplier: 'Ampol', totalCents: 123_456 })
  await insertReceipt(server, eva, { documentDate: '2025-09-01', totalCents: 100 })
  await insertReceipt(server, idle, { documentDate: '2026-07-01' })
  await Promise.all([mailSummaries(), mailSummaries()])
  const mail = await server.outbox.waitFor(eva.email, { subject: 'Your 2025–26 income year' })
  for (const part of [
    '2 receipts',
    'Of these, one is missing a detail',
    '2 Nov 2026',
    '17 May 2027',
    '17 May 2032',
  ])
    expect(mail.text).toContain(part)
  expect(mail.text).not.toContain('1,234')
  await mailSummaries()
  expect(mailsTo(eva, 'Your 2025–26 income year')).toHaveLength(1)
  expect(mailsTo(idle, 'Your 2025–26 income year')).toEqual([])
})
