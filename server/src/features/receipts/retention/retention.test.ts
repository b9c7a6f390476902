import { randomUUID } from 'node:crypto'
import { api, receiptRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { whileLocked } from '#testing/database/locks.ts'
import { insertReceipt } from '#testing/years.ts'
import { cleanReceipts } from '../jobs.ts'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
  ann = await server.addUser('ann@example.com')
})
beforeEach(() => server.setNow(new Date('2026-11-22T02:00:00Z')))

const { setLastClaim, deletePermanently, emptyBin, retentionYears, remove, restore, details } = api.receipts
const remember = (uploadId: string, incomeYear: string | null, person = ann) =>
  server.call(setLastClaim, { params: { uploadId }, body: { incomeYear } }, person)
const deleteForGood = (uploadId: string, isConfirmed: boolean, person = ann) =>
  server.call(deletePermanently, { params: { uploadId }, body: { isConfirmed } }, person)
const isThere = async (uploadId: string) =>
  (await server.call(details, { params: { uploadId } }, ann)).status === 200

/** A receipt in the bin, of a year whose retention has ended unless it's changed. */
async function inBin(changes: Parameters<typeof insertReceipt>[2] = {}): Promise<string> {
  const body = { lodgedOn: '2021-09-01', via: 'myTax' as const }
  await server.call(api.years.recordLodgedReturn, { params: { incomeYear: '2020-21' }, body }, ann)
  const uploadId = await insertReceipt(server, ann, { documentDate: '2020-09-01', ...changes })
  await server.call(remove, { params: { uploadId } }, ann)
  return uploadId
}

test('an asset names the last year it’s claimed in, and its year is listed', async () => {
  const id = await insertReceipt(server, ann, { documentDate: '2025-09-01' })
  expect((await remember(id, '2028-29')).body.lastClaimedYear).toBe('2028-29')
  const { docs } = (await server.call(api.years.list, {}, ann)).body
  expect(docs[0]).toMatchObject({ incomeYear: '2028-29', receipts: 0 })
  expect((await remember(id, null)).body.lastClaimedYear).toBeNull()
})

test('a receipt in the bin is deleted for good once it no longer has to be kept', async () => {
  const id = await inBin()
  expect((await deleteForGood(id, false)).status).toBe(200)
  expect(await isThere(id)).toBe(false)
  expect((await deleteForGood(id, false)).status).toBe(404)
})

test.each([
  ['of a year that isn’t over for five years', { documentDate: '2025-09-01' }],
  ['of an old year that isn’t marked as lodged', { documentDate: '2019-09-01' }],
  ['of an asset that’s claimed for longer', { lastClaimedYear: 2026 }],
])('a receipt %s needs a confirmation', async (_, changes) => {
  const id = await inBin(changes)
  expect(await deleteForGood(id, false)).toMatchObject({
    status: 409,
    body: { code: receiptRefusals.mustBeKept.code },
  })
  expect(await isThere(id)).toBe(true)
  expect((await deleteForGood(id, true)).status).toBe(200)
  expect(await isThere(id)).toBe(false)
})

test('a dispute keeps receipts, too', async () => {
  const id = await inBin()
  const params = { incomeYear: '2020-21' }
  await server.call(api.years.setDispute, { params, body: { isDisputed: true } }, ann)
  expect((await deleteForGood(id, false)).status).toBe(409)
  await server.call(api.years.setDispute, { params, body: { isDisputed: false } }, ann)
  expect((await deleteForGood(id, false)).status).toBe(200)
})

describe('an asset whose last year needn’t be kept any more', () => {
  const record = (person: Person, incomeYear: string, lodgedOn: string) =>
    server.call(
      api.years.recordLodgedReturn,
      { params: { incomeYear }, body: { lodgedOn, via: 'myTax' } },
      person,
    )
  const setDispute = (person: Person, incomeYear: string, isDisputed: boolean) =>
    server.call(api.years.setDispute, { params: { incomeYear }, body: { isDisputed } }, person)
  async function binned(email: string) {
    const person = await server.addUser(email)
    await record(person, '2020-21', '2021-09-01')
    const asset = { documentDate: '2018-09-01', lastClaimedYear: 2021 }
    const uploadId = await insertReceipt(server, person, asset)
    await server.call(remove, { params: { uploadId } }, person)
    const until = server.deps.now().toISOString()
    const isKept = async () => {
      const responses = [
        await server.call(emptyBin, { body: { until, isConfirmed: false } }, person),
        await deleteForGood(uploadId, false, person),
      ]
      return responses.map(({ status }) => status === 409)
    }
    const years = async () =>
      (await server.call(retentionYears, { query: { bin: 'true' } }, person)).body.incomeYears
    return { person, uploadId, isKept, years }
  }

  test.each(['2018-19', '2019-20'])('is kept while another year is disputed: %s', async (incomeYear) => {
    const { person, uploadId, isKept, years } = await binned(`disputing${incomeYear}@example.com`)
    for (const other of ['2017-18', '2021-22']) await setDispute(person, other, true)
    expect(await years()).toEqual(['2020-21'])
    await setDispute(person, incomeYear, true)
    expect(await years()).toEqual([incomeYear, '2020-21'])
    expect(await isKept()).toEqual([true, true])
    await setDispute(person, incomeYear, false)
    expect((await deleteForGood(uploadId, false, person)).status).toBe(200)
  })

  test('is kept for a year that was lodged late, not for one that was lodged in time', async () => {
    const { person, uploadId, isKept, years } = await binned('late@example.com')
    await record(person, '2018-19', '2024-03-01')
    expect(await years()).toEqual(['2018-19', '2020-21'])
    expect(await isKept()).toEqual([true, true])
    await record(person, '2018-19', '2019-09-01')
    expect((await deleteForGood(uploadId, false, person)).status).toBe(200)
  })
})

test('a receipt outside the bin isn’t deleted for good', async () => {
  const id = await inBin()
  await server.call(restore, { params: { uploadId: id } }, ann)
  expect(await deleteForGood(id, true)).toMatchObject({
    status: 409,
    body: { code: receiptRefusals.notInTrash.code },
  })
  expect(await isThere(id)).toBe(true)
})

test('receipts of another user are out of reach', async () => {
  const eve = await server.addUser(`${randomUUID()}@example.com`)
  const id = await inBin()
  expect((await deleteForGood(id, true, eve)).status).toBe(404)
  expect((await remember(id, '2027-28', eve)).status).toBe(404)
  expect(await isThere(id)).toBe(true)
})

describe('the bin', () => {
  const empty = (until: string, isConfirmed: boolean, person = ann) =>
    server.call(emptyBin, { body: { until, isConfirmed } }, person)

  test('is emptied permanently, except receipts deleted later, and nothing outside it', async () => {
    const kim = await server.addUser('kim@example.com')
    const ids = []
    for (let i = 0; i < 4; i++) ids.push(await insertReceipt(server, kim, { documentDate: '2025-09-01' }))
    for (const uploadId of ids.slice(0, 2)) await server.call(remove, { params: { uploadId } }, kim)
    const until = server.deps.now().toISOString()
    server.setNow(new Date('2026-11-22T02:01:00Z'))
    await server.call(remove, { params: { uploadId: ids[2]! } }, kim)

    const { status, body } = await empty(until, false, kim)
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { code: receiptRefusals.someMustBeKept.code },
    })
    const eve = await server.addUser('emptying@example.com')
    expect((await empty(until, true, eve)).body).toEqual({ deleted: 0 })
    expect((await empty(until, true, kim)).body).toEqual({ deleted: 2 })
    expect((await empty(until, true, kim)).body).toEqual({ deleted: 0 })
    const left = await server.deps.db
      .selectFrom('receipts')
      .select('id')
      .where('ownerId', '=', kim.id)
      .orderBy('id')
      .execute()
    expect(left.map(({ id }) => id)).toEqual(ids.slice(2))
  })

  test('needs no confirmation once nothing in it has to be kept', async () => {
    const bob = await server.addUser('bob@example.com')
    const params = { incomeYear: '2020-21' }
    await server.call(
      api.years.recordLodgedReturn,
      { params, body: { lodgedOn: '2021-09-01', via: 'myTax' } },
      bob,
    )
    const uploadId = await insertReceipt(server, bob, { documentDate: '2020-09-01' })
    await server.call(remove, { params: { uploadId } }, bob)
    expect((await empty(server.deps.now().toISOString(), false, bob)).body).toEqual({ deleted: 1 })
  })
})

test('what was in the bin for 30 days is deleted, unless it’s restored at that moment', async () => {
  const [restored, expired] = [await inBin(), await inBin()]
  server.setNow(server.later(31))
  const later = await server.signIn(ann)
  const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
  const [response] = await whileLocked(server.deps.db, sql`lock table audit_log in share mode`, [
    () => server.call(restore, { params: { uploadId: restored } }, later),
    () => cleanReceipts.handler(server.deps, {}, run),
  ] as const)
  expect(response.status).toBe(200)
  const left = await server.deps.db
    .selectFrom('receipts')
    .select('id')
    .where('id', 'in', [restored, expired])
    .execute()
  expect(left).toEqual([{ id: restored }])
  const entries = await server.deps.db
    .selectFrom('auditLog')
    .select(['actorId', 'details'])
    .where('action', '=', 'receipts.deleteExpired')
    .execute()
  expect(entries).toMatchObject([{ actorId: null, details: { ids: expect.stringContaining(expired) } }])
})

test('the years that retention counts from are those of the selection, the search or the bin', async () => {
  const liv = await server.addUser('liv@example.com')
  const old = await insertReceipt(server, liv, { documentDate: '2021-09-01', supplier: 'Ampol' })
  const asset = await insertReceipt(server, liv, { documentDate: '2021-09-01', lastClaimedYear: 2026 })
  const deleted = await insertReceipt(server, liv, { documentDate: '2023-09-01' })
  await server.call(remove, { params: { uploadId: deleted } }, liv)
  const years = async (query: object, person = liv) =>
    (await server.call(retentionYears, { query }, person)).body.incomeYears
  expect(await years({ ids: [old, asset].join(',') })).toEqual(['2021-22', '2025-26'])
  expect(await years({ ids: old })).toEqual(['2021-22'])
  expect(await years({ ids: old }, ann)).toEqual([])
  expect(await years({ incomeYear: '2021-22' })).toEqual(['2021-22', '2025-26'])
  expect(await years({ bin: 'true' })).toEqual(['2023-24'])
})
