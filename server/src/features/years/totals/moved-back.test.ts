import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { training } from '#testing/receipts.ts'
import { insertReceipt, yearOf } from '#testing/years.ts'

const { receipts, years } = api
const incomeYear = '2025-26'
const unchanged = { addedSinceLodged: 0, receiptsChangedSinceLodged: { edited: 0, removed: 0, inBin: 0 } }
const correctDay = '2026-06-20'
const mistypedDay = '2025-06-20'

let server: TestServer
let kim: Person
let id: string
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
/** A receipt that was added in July. */
beforeEach(async () => {
  server.setNow(new Date('2026-07-10T02:00:00Z'))
  kim = await server.addUser(`kim${++count}@example.com`)
  id = await insertReceipt(server, kim, {
    categoryId: training,
    labelSuggested: 'D4',
    documentDate: correctDay,
    totalCents: 100_00,
  })
})

/** Noon in Sydney on a day, after logging in again. */
async function at(day: string) {
  server.setNow(new Date(`${day}T02:00:00Z`))
  kim = await server.signIn(kim)
}
const params = () => ({ params: { uploadId: id } })
const edit = (body: object) => server.call(receipts.editFacts, { ...params(), body }, kim)
const lodge = (lodgedOn: string, changes: { of?: string; amendedOn?: string } = {}) =>
  server.call(
    years.recordLodgedReturn,
    {
      params: { incomeYear: changes.of ?? incomeYear },
      body: { lodgedOn, via: 'myTax', amendedOn: changes.amendedOn ?? null },
    },
    kim,
  )
const added = async () => (await yearOf(server, kim, incomeYear)).addedSinceLodged
const detailsOf = async () => (await server.call(receipts.details, params(), kim)).body

test('a receipt that left its year by mistake after the return was lodged is in the return once it’s back', async () => {
  await at('2026-08-20')
  await lodge('2025-08-20', { of: '2024-25' })
  await lodge('2026-08-20')
  await at('2026-11-21')
  await edit({ documentDate: mistypedDay })
  expect(await yearOf(server, kim, '2024-25')).toMatchObject({ addedSinceLodged: 1 })
  await at('2026-11-22')
  await edit({ documentDate: correctDay })
  for (const year of [incomeYear, '2024-25']) expect(await yearOf(server, kim, year)).toMatchObject(unchanged)
  expect(await detailsOf()).toMatchObject({ incomeYear })
  for (const name of ['inYearSince', 'hasChangedSinceLodged'])
    expect(await detailsOf()).not.toHaveProperty(name)
  await edit({ totalCents: 110_00 })
  expect(await yearOf(server, kim, incomeYear)).toMatchObject({
    addedSinceLodged: 0,
    receiptsChangedSinceLodged: { edited: 1 },
  })
})

test('a receipt that’s back is in the return even if that’s only recorded later, or the receipt was deleted and restored meanwhile', async () => {
  await at('2026-11-20')
  await edit({ documentDate: mistypedDay })
  await server.call(receipts.remove, params(), kim)
  await at('2026-11-21')
  await server.call(receipts.restore, params(), kim)
  await edit({ documentDate: correctDay })
  await at('2026-11-22')
  await lodge('2026-08-20')
  expect(await yearOf(server, kim, incomeYear)).toMatchObject(unchanged)
})

test('a receipt that was in another year when the return was lodged or amended isn’t in the return', async () => {
  await at('2026-08-19')
  await edit({ documentDate: mistypedDay })
  await at('2026-08-20')
  await lodge('2026-08-20')
  await at('2026-11-22')
  await edit({ documentDate: correctDay })
  expect(await added()).toBe(1)
  expect(await detailsOf()).toMatchObject({ inYearSince: '2026-11-22T02:00:00.000Z' })
  await lodge('2026-08-18')
  expect(await added()).toBe(0)
  await lodge('2026-08-18', { amendedOn: '2026-08-19' })
  expect(await added()).toBe(1)
  await lodge('2026-08-18', { amendedOn: '2026-11-22' })
  expect(await added()).toBe(0)
})
