import { api } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

const { search, editFacts, downloadAll, remove } = api.receipts

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  server.setNow(new Date('2026-11-22T02:00:00Z'))
  ann = await addSubscriber(server, 'ann@example.com')
})

async function add(description: string, facts: object = {}) {
  const { _id } = await fileReceipt(server, ann, { description, title: 'docket.pdf' })
  await server.call(editFacts, { params: { uploadId: _id }, body: facts }, ann)
  return _id
}

const ask = async (q: string) => {
  const { docs, corrections } = (await server.call(search, { query: { q } }, ann)).body
  return { found: docs.map(({ description }) => description).toSorted(), corrections }
}

describe('what is typed about dates and amounts', () => {
  beforeAll(async () => {
    await add('Taxi', { totalCents: 1250, documentDate: '2026-10-03' })
    await add('Hotel', { totalCents: 5685, currency: 'USD', audCents: 8700, documentDate: '2025-10-03' })
    await add('Meal', { totalCents: 5685, documentDate: '2026-05-06' })
    await add('Laptop', { totalCents: 202_599, documentDate: '2026-07-01' })
  })

  test.each([
    ['oct', ['Hotel', 'Taxi']],
    ['taxi oct', ['Taxi']],
    ['Oct 3', ['Taxi']],
    ['October 3rd', ['Taxi']],
    ['3 Oct 25', ['Hotel']],
    ['$ 12.50', ['Taxi']],
    ['A$12.50', ['Taxi']],
    ['12.50.', ['Taxi']],
    ['taxi.', ['Taxi']],
    ['56.85', ['Hotel', 'Meal']],
    ['56.85 USD', ['Hotel']],
    ['USD 56.85', ['Hotel']],
    ['56.85 AUD', ['Meal']],
    ['2025', ['Hotel', 'Laptop']],
    ['laptop 2025', ['Laptop']],
  ])('“%s” finds %j', async (q, found) => {
    expect(await ask(q)).toEqual({ found, corrections: [] })
  })
})

describe('a number after a month or a day', () => {
  beforeAll(async () => {
    await add('Printer', { totalCents: 2500, documentDate: '2026-03-10' })
    await add('March 25 market', { totalCents: 900, documentDate: '2026-04-02' })
    await add('May 15 flowers', { totalCents: 900, documentDate: '2026-04-02' })
    await add('Shuttle', { totalCents: 1500, documentDate: '2026-07-03' })
    await add('Ferry', { totalCents: 900, documentDate: '2026-03-25' })
    await add('Tram', { totalCents: 900, documentDate: '2015-07-03' })
  })

  test.each([
    ['march 25', ['Ferry', 'March 25 market', 'Printer']],
    ['mar 25', ['Ferry', 'March 25 market', 'Printer']],
    ['printer march 25', ['Printer']],
    ['ferry march 25', ['Ferry']],
    ['may 15', ['May 15 flowers']],
    ['3 july 15', ['Shuttle', 'Tram']],
    ['july 3 15', ['Shuttle', 'Tram']],
    ['shuttle 3 july 15', ['Shuttle']],
    ['march 25th', ['Ferry']],
  ])('is part of the date, an amount or a word: “%s” finds %j', async (q, found) => {
    expect(await ask(q)).toEqual({ found, corrections: [] })
  })
})

describe('a word on no receipt', () => {
  beforeAll(async () => {
    for (const description of [
      'Battery',
      'Bakeries',
      'Cable ties',
      'Spare tyre',
      'Wire',
      'Vacation',
      'Scarf',
    ])
      await add(description)
  })

  test.each([
    ['batteries', ['battery'], ['Battery']],
    ['bakery', ['bakeries'], ['Bakeries']],
    ['tyres', ['tyre'], ['Spare tyre']],
    ['spare tyres', ['tyre'], ['Spare tyre']],
  ])('“%s” is replaced by its singular or plural, %s', async (q, corrections, found) => {
    expect(await ask(q)).toEqual({ found, corrections })
    const query = { q, corrections: corrections.join() }
    expect((await server.call(downloadAll, { query }, ann)).status).toBe(200)
  })

  test('“cats” finds no longer word with its singular in it', async () => {
    expect(await ask('cats')).toEqual({ found: [], corrections: [] })
  })

  test('“ties” isn’t replaced, since a receipt has it', async () => {
    expect(await ask('ties')).toEqual({ found: ['Cable ties'], corrections: [] })
  })
})

test('similar words are found even if a receipt in the bin has the singular', async () => {
  await server.call(remove, { params: { uploadId: await add('Disk') } }, ann)
  await add('Discs')
  expect(await ask('disks')).toEqual({ found: ['Discs'], corrections: ['disk', 'discs'] })
  const query = { q: 'disks', corrections: 'disk,discs' }
  expect((await server.call(downloadAll, { query }, ann)).status).toBe(200)
})

describe('a supplier or description', () => {
  beforeAll(async () => {
    await add('Cable', { supplier: 'JB Hi-Fi' })
    await add('Milk', { supplier: '7-Eleven' })
    await add('Bread', { supplier: 'Seven Eleven' })
    await add('Screws', { supplier: 'Mitre 10' })
    await add('Latte', { supplier: 'Coffee Club (BP)' })
    await add('Wi-Fi router')
    await add('Hi-vis vest', { supplier: 'Bigfoot Tradie' })
    await add('Tshirt')
    await add('Jeans', { supplier: 'H&M' })
    await add('Tax return', { supplier: 'H & R Block' })
    await add('Drill', { supplier: 'Tools & More' })
    await add('Gate', { supplier: 'Hill and Sons' })
    await add('Doors', { supplier: 'B and D' })
    await add('Wash and mend', { supplier: '12 Smith Rd' })
    await add('Prototypes', { supplier: 'Constructor Studio' })
  })

  test.each([
    ['JB Hi-Fi', ['Cable']],
    ['JB Hi Fi', ['Cable']],
    ['jb hifi', ['Cable']],
    ['jbhifi', ['Cable']],
    ['7-eleven', ['Bread', 'Milk']],
    ['7 eleven', ['Milk']],
    ['7eleven', ['Milk']],
    ['Seven Eleven', ['Bread', 'Milk']],
    ['bread seven eleven', ['Bread']],
    ['mitre 10', ['Screws']],
    ['mitre10', ['Screws']],
    ['bp', ['Latte']],
    ['(bp)', ['Latte']],
    ['wifi', ['Wi-Fi router']],
    ['wi fi', ['Wi-Fi router']],
    ['t-shirt', ['Tshirt']],
    ['ottra', []],
    ['h&m', ['Jeans']],
    ['H and M', ['Jeans']],
    ['h & m', ['Jeans']],
    ['h&r block', ['Tax return']],
    ['H and R Block', ['Tax return']],
    ['tools and more', ['Drill']],
    ['tools and', ['Drill']],
    ['hill & sons', ['Gate']],
    ['b&d', ['Doors']],
    ['r&d', []],
    ['constructor', ['Prototypes']],
  ])('with punctuation or a number is found however it’s typed: “%s” finds %j', async (q, found) => {
    expect(await ask(q)).toEqual({ found, corrections: [] })
  })
})

test.each([
  ['woolies', 'Woolworths Metro'],
  ['macca’s', 'McDonald’s'],
  ['auspost', 'Australia Post'],
  ['salvos', 'Salvation Army'],
])('“%s” finds %s', async (q, supplier) => {
  await add(supplier, { supplier })
  expect(await ask(q)).toEqual({ found: [supplier], corrections: [] })
})

describe('words of a supplier typed as one', () => {
  beforeAll(async () => {
    for (const supplier of ['BIG W Bondi', 'Big W', 'Harvey Norman', 'Café du Monde'])
      await add(supplier, { supplier })
  })

  test.each([
    ['bigw', ['big w'], ['BIG W Bondi', 'Big W']],
    ['bigw bondi', ['big w'], ['BIG W Bondi']],
    ['harveynorman', ['harvey norman'], ['Harvey Norman']],
    ['cafédumonde', ['cafe du monde'], ['Café du Monde']],
  ])('are found: “%s” by %j', async (q, corrections, found) => {
    expect(await ask(q)).toEqual({ found, corrections })
    const query = { q, corrections: corrections.join() }
    expect((await server.call(downloadAll, { query }, ann)).status).toBe(200)
  })

  test('aren’t if only some of their letters were typed', async () => {
    expect(await ask('igwbond')).toEqual({ found: [], corrections: [] })
  })
})
