import { api, commonRefusals, yearTexts } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.setNow(new Date('2026-11-22T02:00:00Z')))

const { recordLodgedReturn, removeLodgedReturn, setDispute } = api.years
const lodge = (person: Person, incomeYear: string, body: object) =>
  server.call(recordLodgedReturn, { params: { incomeYear }, body: body as never }, person)

describe('a lodged return', () => {
  test('is recorded once even if it’s sent several times, changes the retention, and can be undone', async () => {
    const amy = await server.addUser('amy@example.com')
    const body = { lodgedOn: '2026-03-20', via: 'agent' }
    const [one, two] = await Promise.all([lodge(amy, '2024-25', body), lodge(amy, '2024-25', body)])
    expect([one.status, two.status]).toEqual([200, 200])
    expect(await yearOf(server, amy, '2024-25')).toMatchObject({
      lodgement: { lodgedOn: '2026-03-20', via: 'agent', amendedOn: null },
      retention: { keepUntil: '2031-05-15', isProvisional: false, isDecisionDue: false },
    })
    await lodge(amy, '2024-25', { lodgedOn: '2026-03-20', via: 'myTax' })
    expect((await yearOf(server, amy, '2024-25')).retention.keepUntil).toBe('2031-03-20')
    await server.call(removeLodgedReturn, { params: { incomeYear: '2024-25' } }, amy)
    expect(await yearOf(server, amy, '2024-25')).toMatchObject({
      lodgement: null,
      retention: { keepUntil: '2031-05-15', isProvisional: true },
    })
  })

  test('that has changed since it was read isn’t replaced', async () => {
    const leo = await server.addUser('leo@example.com')
    const read = { lodgedOn: '2026-03-20', via: 'agent', amendedOn: null }
    const amended = { ...read, amendedOn: '2026-09-01' }
    const late = { ...read, via: 'myTax' }
    const send = async (body: object) => (await lodge(leo, '2024-25', body)).status
    await server.call(setDispute, { params: { incomeYear: '2024-25' }, body: { isDisputed: true } }, leo)
    expect(await send({ ...read, known: null })).toBe(200)
    // The second is a retry, whose first response was lost.
    for (let time = 0; time < 2; time++) expect(await send({ ...amended, known: read })).toBe(200)
    for (const known of [read, null])
      expect(await lodge(leo, '2024-25', { ...late, known })).toMatchObject({
        status: 409,
        body: { code: commonRefusals.changed.code },
      })
    expect(await send({ ...late, known: amended })).toBe(200)
    expect(await send(read)).toBe(200)
  })

  test('that’s amended, removed or disputed keeps the answer about old receipts until a later end', async () => {
    const ivo = await server.addUser('ivo@example.com')
    const params = { incomeYear: '2019-20' }
    const lodged = { lodgedOn: '2020-09-01', via: 'myTax' }
    await insertReceipt(server, ivo, { documentDate: '2020-03-01' })
    await lodge(ivo, '2019-20', lodged)
    const isAsked = async () => (await yearOf(server, ivo, '2019-20')).retention.isDecisionDue
    expect(await isAsked()).toBe(true)
    await server.call(api.years.keepReceipts, { params, body: { isKept: true } }, ivo)
    await lodge(ivo, '2019-20', { ...lodged, amendedOn: '2026-11-20' })
    expect(await isAsked()).toBe(false)
    await server.call(removeLodgedReturn, { params }, ivo)
    await lodge(ivo, '2019-20', lodged)
    expect(await isAsked()).toBe(false)
    await server.call(setDispute, { params, body: { isDisputed: true } }, ivo)
    await server.call(setDispute, { params, body: { isDisputed: false } }, ivo)
    expect(await isAsked()).toBe(false)
    await lodge(ivo, '2019-20', { lodgedOn: '2021-11-22', via: 'myTax' })
    expect(await isAsked()).toBe(false)
    server.setNow(new Date('2026-11-22T13:30:00Z'))
    expect(await isAsked()).toBe(true)
  })

  test.each([
    ['before the year ends', { lodgedOn: '2026-06-30' }, { lodgedOn: yearTexts.lodgedTooEarly('2025-26') }],
    ['in the future', { lodgedOn: '2026-11-23' }, { lodgedOn: yearTexts.futureDay }],
    [
      'amended first',
      { lodgedOn: '2026-08-02', amendedOn: '2026-08-01' },
      { amendedOn: yearTexts.amendedTooEarly },
    ],
    [
      'amended in the future',
      { lodgedOn: '2026-08-02', amendedOn: '2026-11-23' },
      { amendedOn: yearTexts.futureDay },
    ],
  ])('%s is refused', async (name, days, fields) => {
    const ian = await server.addUser(`ian-${name.replaceAll(' ', '-')}@example.com`)
    const { status, body } = await lodge(ian, '2025-26', { via: 'myTax', ...days })
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { message: Object.values(fields)[0], fields },
    })
    expect((await yearOf(server, ian, '2025-26')).lodgement).toBeNull()
  })

  test('on a day that has begun in New Zealand, but not yet in Sydney, is recorded', async () => {
    server.setNow(new Date('2026-11-22T11:00:00Z'))
    const nia = await server.addUser('nia@example.com')
    expect((await lodge(nia, '2025-26', { lodgedOn: '2026-11-23', via: 'myTax' })).status).toBe(200)
  })

  test('counts the receipts that were added afterwards, until it’s amended', async () => {
    const una = await server.addUser('una@example.com')
    const added = async (at: string) =>
      insertReceipt(server, una, { documentDate: '2025-09-01', createdAt: new Date(at) })
    await added('2026-08-10T12:00:00Z')
    // 11 pm in Perth.
    await added('2026-08-10T15:00:00Z')
    await added('2026-09-01T12:00:00Z')
    await added('2026-10-01T12:00:00Z')
    const after = async () => (await yearOf(server, una, '2025-26')).addedSinceLodged
    expect(await after()).toBe(0)
    await lodge(una, '2025-26', { lodgedOn: '2026-08-10', via: 'myTax' })
    expect(await after()).toBe(2)
    await lodge(una, '2025-26', { lodgedOn: '2026-08-10', via: 'myTax', amendedOn: '2026-09-15' })
    expect(await after()).toBe(1)
  })

  test('counts receipts that were moved here afterwards, unless that’s undone', async () => {
    const { bulk, details, editFacts, undoBulk } = api.receipts
    const rae = await server.addUser('rae@example.com')
    const createdAt = new Date('2026-08-01T12:00:00Z')
    const add = () => insertReceipt(server, rae, { documentDate: '2026-07-02', createdAt })
    const [edited, changed] = [await add(), await add()]
    const counted = async () => (await yearOf(server, rae, '2025-26')).addedSinceLodged
    await lodge(rae, '2025-26', { lodgedOn: '2026-08-10', via: 'myTax' })
    expect(await counted()).toBe(0)
    await server.call(editFacts, { params: { uploadId: edited }, body: { documentDate: '2026-06-29' } }, rae)
    expect(await counted()).toBe(1)
    const { body } = await server.call(details, { params: { uploadId: edited } }, rae)
    expect(body).toMatchObject({ incomeYear: '2025-26', inYearSince: '2026-11-22T02:00:00.000Z' })

    const action = { type: 'date', documentDate: '2026-06-30' } as const
    const change = await server.call(bulk, { body: { ids: [changed], action } }, rae)
    expect(await counted()).toBe(2)
    await server.call(undoBulk, { params: { changeId: change.body.undo! } }, rae)
    expect(await counted()).toBe(1)
    const again = await server.call(details, { params: { uploadId: changed } }, rae)
    expect(again.body.incomeYear).toBe('2026-27')
    expect(again.body).not.toHaveProperty('inYearSince')
  })

  test('of another user is out of reach', async () => {
    const [ted, meg] = [await server.addUser('ted@example.com'), await server.addUser('meg@example.com')]
    await lodge(ted, '2024-25', { lodgedOn: '2026-03-20', via: 'agent' })
    expect((await yearOf(server, meg, '2024-25')).lodgement).toBeNull()
    await server.call(removeLodgedReturn, { params: { incomeYear: '2024-25' } }, meg)
    expect((await yearOf(server, ted, '2024-25')).lodgement).not.toBeNull()
  })
})

test('a dispute suspends the retention', async () => {
  const dot = await server.addUser('dot@example.com')
  await lodge(dot, '2024-25', { lodgedOn: '2026-03-20', via: 'agent' })
  const params = { incomeYear: '2024-25' }
  await server.call(setDispute, { params, body: { isDisputed: true } }, dot)
  expect(await yearOf(server, dot, '2024-25')).toMatchObject({
    isDisputed: true,
    retention: { keepUntil: null },
  })
  await server.call(setDispute, { params, body: { isDisputed: false } }, dot)
  expect((await yearOf(server, dot, '2024-25')).retention.keepUntil).toBe('2031-05-15')
})
