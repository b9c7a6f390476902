import { api, type Receipt, receiptRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { seedReceipts } from '@docketbox/testing/database/seed-receipts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt, fuel, travel } from '#testing/receipts.ts'

const { search, editFacts, downloadAll, bulk, retentionYears } = api.receipts

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
  ann = await addSubscriber(server, 'ann@example.com')
  await add(ann, 'Diesel', { supplier: 'Ampol Dubbo', totalCents: 5685, documentDate: '2025-07-14' })
  await add(ann, 'Lunch', {
    supplier: 'Café Ørsted',
    note: 'O’Brien’s shout',
    totalCents: 2350,
    documentDate: '2026-11-10',
  })
  await add(
    ann,
    'Screws',
    {
      supplier: 'Bunnings',
      supplierAbn: '51824753556',
      documentDate: '2026-07-03',
      buyer: 'Una’s Plumbing',
    },
    travel,
  )
  const eve = await addSubscriber(server, 'eve@example.com')
  await add(eve, 'Diesel', { supplier: 'Ampol Orange', totalCents: 5685 })
})

async function add(person: Person, description: string, facts: object, category = fuel): Promise<string> {
  const { _id } = await fileReceipt(server, person, { description, title: 'captured-image.pdf', category })
  await server.call(editFacts, { params: { uploadId: _id }, body: facts }, person)
  return _id
}

const find = async (query: object, person = ann) => {
  const { body } = await server.call(search, { query }, person)
  return body.docs.map(({ description }) => description)
}

describe('searching all receipts', () => {
  test.each([
    ['ampol', ['Diesel']],
    ['AMPOL dub', ['Diesel']],
    ['cafe', ['Lunch']],
    ['CAFÉ', ['Lunch']],
    ["o'brien's", ['Lunch']],
    ['du', ['Diesel']],
    ['ub', []],
    ['56.85', ['Diesel']],
    ['$56.85', ['Diesel']],
    ['$23', ['Lunch']],
    ['23.5', ['Lunch']],
    ['"ampol dubbo"', ['Diesel']],
    ['1/7/0000', []],
    ['51 824 753 556', ['Screws']],
    ['51824753556', ['Screws']],
    ['unas plumb', ['Screws']],
    ['a d di die dies diese diesel du dub', ['Diesel']],
    ['a d di die dies diese diesel du lunch', []],
    ['july 2025', ['Diesel']],
    ['july', ['Screws', 'Diesel']],
    ['3/7/2026', ['Screws']],
    ['last week', ['Lunch']],
    ['this week', []],
    ['this month', ['Lunch']],
    ['2025-26', ['Diesel']],
    ['diesel july 2025 $56', ['Diesel']],
    ['diesel 2024', []],
    ['100%', []],
    ['l_n', []],
    ['\\', []],
  ])('“%s” finds %j', async (q, descriptions) => {
    expect(await find({ q })).toEqual(descriptions)
  })

  test.each([
    ['buningns', 'bunnings', 'Screws'],
    ['ampl', 'ampol', 'Diesel'],
    ['deisel', 'diesel', 'Diesel'],
    ['amopl', 'ampol', 'Diesel'],
    ['orsted', 'ørsted', 'Lunch'],
  ])('“%s” is corrected to %s', async (q, correction, description) => {
    const { body } = await server.call(search, { query: { q } }, ann)
    expect(body).toMatchObject({ corrections: [correction], totalDocs: 1, docs: [{ description }] })
  })

  test('a word similar to nothing finds nothing', async () => {
    const { body } = await server.call(search, { query: { q: 'xylophone' } }, ann)
    expect(body).toEqual({
      docs: [],
      page: 1,
      totalPages: 1,
      totalDocs: 0,
      isCountCapped: false,
      totalCents: 0,
      claimableCents: 0,
      withAmount: 0,
      corrections: [],
    })
  })
})

test('an income year finds what was paid in it, whatever the date on the receipt', async () => {
  const zoe = await addSubscriber(server, 'zoe@example.com')
  await add(zoe, 'Paid in July', { documentDate: '2026-06-29', paidDate: '2026-07-02' })
  await add(zoe, 'Paid in June', { documentDate: '2026-07-03', paidDate: '2026-06-28' })
  const years = ['2025-26', '2026–27', 'last financial year', 'this income year']
  const found = await Promise.all(years.map((q) => find({ q }, zoe)))
  expect(found).toEqual([['Paid in June'], ['Paid in July'], ['Paid in June'], ['Paid in July']])
})

test('amounts in other currencies are compared in Australian dollars, and found either way', async () => {
  const kai = await addSubscriber(server, 'kai@example.com')
  await add(kai, 'Hotel', { totalCents: 10_000, currency: 'USD', audCents: 15_420 })
  await add(kai, 'Ramen', { totalCents: 1_000_000, currency: 'JPY', audCents: 9_800 })
  await add(kai, 'Chair', { totalCents: 12_000 })
  expect(await find({ q: '154.20' }, kai)).toEqual(['Hotel'])
  expect(await find({ q: '100.00' }, kai)).toEqual(['Hotel'])
  expect(await find({ minCents: 15_000 }, kai)).toEqual(['Hotel'])
  expect(await find({ maxCents: 11_000 }, kai)).toEqual(['Ramen'])
  expect(await find({ sort: '-amount' }, kai)).toEqual(['Hotel', 'Chair', 'Ramen'])
})

test('a word of more receipts than are counted lists them in order', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  await sql.raw(seedReceipts(bob.id, 1010)).execute(server.deps.db)
  const ask = async (query: object) => (await server.call(search, { query }, bob)).body
  const { docs, ...counted } = await ask({ q: 'trip', sort: '-amount', limit: 3, page: 2 })
  expect(counted).toMatchObject({ totalDocs: 1000, isCountCapped: true, totalCents: null, withAmount: null })
  const all = await ask({ sort: '-amount', limit: 3, page: 2 })
  expect(all).toMatchObject({ totalDocs: 1010, isCountCapped: false, withAmount: 1010, docs })
  expect(await ask({ q: 'trip $199 AUD' })).toMatchObject({ totalDocs: 3, isCountCapped: false })
  expect(await ask({ q: 'trip 2019-20' })).toMatchObject({ totalDocs: 0, isCountCapped: false })
  expect(await ask({ q: '100 trip' })).toMatchObject({ totalDocs: 16, isCountCapped: false })
})

describe('a list without a search', () => {
  let kim: Person
  beforeAll(async () => {
    kim = await addSubscriber(server, 'kim@example.com')
    await sql.raw(seedReceipts(kim.id, 700)).execute(server.deps.db)
  })

  const orders = ['date', '-date', 'added', '-added'] as const
  const filters = [{}, { category: travel }, { incomeYear: '2026-27' }]
  test.each(orders.flatMap((sort) => filters.map((filter) => [sort, filter] as const)))(
    'in the order %s of %j is the same as one that reads all receipts',
    async (sort, filter) => {
      const ask = async (query: object) => (await server.call(search, { query }, kim)).body
      const page = { ...filter, sort, limit: 30, page: 3 }
      const list = await ask(page)
      expect(list.docs).toHaveLength(30)
      expect(list).toEqual(await ask({ ...page, minCents: 0 }))
    },
  )

  test('counts the receipts with an amount after every change', async () => {
    const lee = await addSubscriber(server, 'lee@example.com')
    const [first, second] = [await fileReceipt(server, lee), await fileReceipt(server, lee)]
    const edit = (receipt: Receipt, body: object) =>
      server.call(api.receipts.editFacts, { params: { uploadId: receipt._id }, body }, lee)
    const counted = async () => (await server.call(search, { query: {} }, lee)).body.withAmount
    expect(await counted()).toBe(0)
    await edit(first, { totalCents: 0 })
    await edit(second, { totalCents: 500 })
    expect(await counted()).toBe(2)
    await edit(first, { totalCents: null })
    expect(await counted()).toBe(1)
    await server.call(api.receipts.remove, { params: { uploadId: second._id } }, lee)
    expect(await counted()).toBe(0)
    await server.call(api.receipts.restore, { params: { uploadId: second._id } }, lee)
    expect(await counted()).toBe(1)
  })
})

describe('filters and sorting', () => {
  test.each([
    [{ category: travel }, ['Screws']],
    [{ incomeYear: '2025-26' }, ['Diesel']],
    [{ minCents: 3000 }, ['Diesel']],
    [{ maxCents: 3000 }, ['Lunch']],
    [{ missing: 'amount' }, ['Screws']],
    [{ missing: 'any' }, ['Screws']],
    [{ missing: 'supplier' }, []],
    [{ label: 'D2' }, ['Screws']],
    [{ label: 'D1', incomeYear: '2025-26' }, ['Diesel']],
    [{ label: 'none' }, []],
    [{ type: 'pdf' }, ['Lunch', 'Screws', 'Diesel']],
    [{ type: 'image' }, []],
    [{ source: 'typed' }, ['Lunch', 'Screws', 'Diesel']],
    [{ source: 'read' }, []],
    [{ sort: 'date' }, ['Diesel', 'Screws', 'Lunch']],
    [{ sort: 'amount' }, ['Lunch', 'Diesel', 'Screws']],
    [{ sort: '-amount' }, ['Diesel', 'Lunch', 'Screws']],
    [{ sort: 'supplier' }, ['Diesel', 'Screws', 'Lunch']],
    [{ sort: '-added' }, ['Screws', 'Lunch', 'Diesel']],
    [{ sort: 'date', limit: 1, page: 2 }, ['Screws']],
    [{ q: 'd', category: fuel, sort: 'amount' }, ['Diesel']],
  ])('%j lists %j', async (query, descriptions) => {
    expect(await find(query)).toEqual(descriptions)
  })

  test('the response adds up the known amounts', async () => {
    const { body } = await server.call(search, { query: { limit: 1 } }, ann)
    expect(body).toMatchObject({ totalDocs: 3, totalPages: 3, totalCents: 8035, withAmount: 2 })
  })

  test('an unknown category and bad values are refused', async () => {
    const category = '01937000-0000-7000-8000-000000000099'
    expect(await server.call(search, { query: { category } }, ann)).toMatchObject({
      status: 404,
      body: { code: receiptRefusals.unknownCategory.code },
    })
    const wrong = [{ sort: 'colour' }, { minCents: -1 }, { maxCents: '' }, { missing: 'hope' }, { page: 0 }]
    for (const query of wrong)
      expect((await server.call(search, { query: query as object }, ann)).status).toBe(400)
  })

  test('the same filters apply to downloads', async () => {
    const none = await server.call(downloadAll, { query: { missing: 'supplier' } }, ann)
    expect(none.status).toBe(404)
    expect((await server.call(downloadAll, { query: { q: 'july 2025', minCents: 100 } }, ann)).status).toBe(
      200,
    )
  })

  test('what a corrected search shows can be downloaded and changed', async () => {
    const filter = { q: 'buningns', corrections: 'bunnings' }
    expect((await server.call(downloadAll, { query: filter }, ann)).status).toBe(200)
    const { body: retention } = await server.call(retentionYears, { query: filter }, ann)
    expect(retention.incomeYears).toEqual(['2026-27'])
    const body = { filter, action: { type: 'workUse' as const, workUsePercent: 50 } }
    expect((await server.call(bulk, { body }, ann)).body.changed).toBe(1)
  })

  test('receipts of a correction that wasn’t shown are neither downloaded nor counted', async () => {
    const query = { q: 'buningns' }
    expect((await server.call(downloadAll, { query }, ann)).status).toBe(404)
    expect((await server.call(retentionYears, { query }, ann)).body.incomeYears).toEqual([])
  })
})
