import { sql } from 'kysely'
import { seedReceipts } from '@docketbox/testing/database/seed-receipts'
import { api, incomeYearOf, receiptRefusals, sydneyDay } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, categoryIds, fileReceipt, fuel, travel } from '#testing/receipts.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const { list, summary, move, remove, restore, editFacts, editFile } = api.receipts
const titles = async (person: Person, query: object) =>
  (await server.call(list, { query }, person)).body.docs.map(({ file }) => file[0]!.title)

describe('the list of a category', () => {
  test('is newest first, in pages, with a total', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    for (const title of ['one', 'two', 'three']) await fileReceipt(server, ann, { title })
    await fileReceipt(server, ann, { title: 'elsewhere', category: travel })
    const first = await server.call(list, { query: { category: fuel, limit: 2 } }, ann)
    expect(first.body).toMatchObject({ totalDocs: 3, totalPages: 2, page: 1 })
    expect(first.body.docs.map(({ file }) => file[0]!.title)).toEqual(['three', 'two'])
    expect(await titles(ann, { category: fuel, limit: 2, page: 2 })).toEqual(['one'])
    expect(await titles(ann, { category: fuel, limit: 2, page: 3 })).toEqual([])
    expect(await titles(ann, {})).toEqual(['elsewhere', 'three', 'two', 'one'])
  })

  test('is an empty page without receipts, and refused for an unknown category', async () => {
    const bob = await addSubscriber(server, 'bob@example.com')
    expect((await server.call(list, { query: { category: fuel } }, bob)).body).toEqual({
      docs: [],
      totalPages: 1,
      page: 1,
      totalDocs: 0,
    })
    const category = '01937000-0000-7000-8000-000000000099'
    expect(await server.call(list, { query: { category } }, bob)).toMatchObject({
      status: 404,
      body: { code: receiptRefusals.unknownCategory.code },
    })
  })

  test.each([
    ['an id that is no id', 'category=abc'],
    ['a page that is none', 'page=0'],
    ['a page beyond all', 'page=99999999999'],
    ['more than a page holds', 'limit=201'],
    ['a key that comes twice', `category=${fuel}&category=${travel}`],
    ['an object for a word', 'q[$ne]=x&q=1&q=2'],
    ['an income year that is none', 'incomeYear=2026'],
  ])('refuses %s', async (_, query) => {
    const eve = await server.addUser(`eve-${query.length}-${Math.random()}@example.com`)
    const response = await fetch(`${server.url}${list.path}?${query}`, {
      headers: { authorization: `Bearer ${eve.token}` },
    })
    expect(response.status).toBe(400)
  })

  test('shows every receipt once, in whatever order its pages are read', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    await sql.raw(seedReceipts(kim.id, 120)).execute(server.deps.db)
    const ids = async (page: number) =>
      (await server.call(list, { query: { page, limit: 10 } }, kim)).body.docs.map(({ _id }) => _id)
    const inOrder: string[] = []
    for (let page = 1; page <= 12; page++) inOrder.push(...(await ids(page)))
    expect(new Set(inOrder).size).toBe(120)
    for (const page of [12, 3, 7, 1, 12, 5])
      expect(await ids(page)).toEqual(inOrder.slice((page - 1) * 10, page * 10))

    await server.call(remove, { params: { uploadId: inOrder[3]! } }, kim)
    const left = inOrder.filter((id) => id !== inOrder[3])
    for (const page of [6, 2, 12, 1]) expect(await ids(page)).toEqual(left.slice((page - 1) * 10, page * 10))
  })
})

describe('a list that has changed', () => {
  test('reflects every kind of change immediately', async () => {
    const joy = await addSubscriber(server, 'joy@example.com')
    const { _id, file } = await fileReceipt(server, joy, { title: 'before' })
    const uploadId = _id
    const shown = async (query: object = {}) => (await server.call(list, { query }, joy)).body
    expect((await shown()).docs[0]).toMatchObject({ category: fuel, file: [{ title: 'before' }] })

    await server.call(editFile, { params: { uploadId, fileId: file[0]!._id }, body: { title: 'after' } }, joy)
    expect((await shown()).docs[0]!.file[0]!.title).toMatch(/^after/)

    await server.call(editFacts, { params: { uploadId }, body: { description: 'Trip to Dubbo' } }, joy)
    expect((await shown()).docs[0]!.description).toBe('Trip to Dubbo')

    await server.call(move, { params: { uploadId }, body: { category: travel } }, joy)
    expect((await shown()).docs[0]!.category).toBe(travel)
    expect((await shown({ category: fuel })).totalDocs).toBe(0)

    await fileReceipt(server, joy, { title: 'one more' })
    expect((await shown()).totalDocs).toBe(2)
    await server.call(remove, { params: { uploadId } }, joy)
    expect((await shown()).totalDocs).toBe(1)
    await server.call(restore, { params: { uploadId } }, joy)
    expect((await shown()).totalDocs).toBe(2)
  })

  test('is separate for each user', async () => {
    const [may, wilma] = [
      await addSubscriber(server, 'mayday@example.com'),
      await addSubscriber(server, 'wilma@example.com'),
    ]
    await fileReceipt(server, may, { title: 'of May' })
    await fileReceipt(server, wilma, { title: 'of Wilma' })
    const responses = await Promise.all(
      [may, wilma, may, wilma].map(async (person) => (await titles(person, {}))[0]),
    )
    expect(responses).toEqual(
      ['of May', 'of Wilma', 'of May', 'of Wilma'].map((t) => expect.stringContaining(t)),
    )
  })
})

describe('searching', () => {
  test('matches every word in titles, descriptions, suppliers and notes', async () => {
    const lee = await addSubscriber(server, 'lee@example.com')
    const shell = await fileReceipt(server, lee, { title: 'Shell.pdf', description: 'Diesel to Dubbo' })
    await fileReceipt(server, lee, { title: 'Ampol.pdf', description: '100% diesel_b' })
    await fileReceipt(server, lee, { title: 'Train', description: 'Dubbo', category: travel })
    const facts = { supplier: 'Coles Express', note: 'Café' }
    await server.call(api.receipts.editFacts, { params: { uploadId: shell._id }, body: facts }, lee)
    expect(await titles(lee, { q: 'DIESEL' })).toEqual(['Ampol.pdf', 'Shell.pdf'])
    expect(await titles(lee, { q: 'dubbo  shell' })).toEqual(['Shell.pdf'])
    expect(await titles(lee, { q: 'dubbo', category: travel })).toEqual(['Train'])
    expect(await titles(lee, { q: 'coles café' })).toEqual(['Shell.pdf'])
    expect(await titles(lee, { q: '100%' })).toEqual(['Ampol.pdf'])
    expect(await titles(lee, { q: 'l_b' })).toEqual(['Ampol.pdf'])
    for (const q of ['e_d', '%%', '\\', ".*('", 'nothing']) expect(await titles(lee, { q })).toEqual([])
    // With the apostrophes a phone types and a combining accent, as in text copied from a document.
    const description = 'O\u2019Brien\u2019s cafe\u0301'
    await fileReceipt(server, lee, { title: 'Lunch', description, category: travel })
    for (const q of ["o'brien's", 'o\u2019brien', 'caf\u00e9', 'cafe\u0301'])
      expect(await titles(lee, { q, category: travel })).toEqual(['Lunch'])
    const page = await server.call(list, { query: { q: 'd', limit: 2, page: 2 } }, lee)
    expect(page.body).toMatchObject({ totalDocs: 3, totalPages: 2, docs: [{ _id: shell._id }] })
  })

  test('finds what a search of all receipts finds', async () => {
    const amy = await addSubscriber(server, 'amy@example.com')
    const { _id } = await fileReceipt(server, amy, { title: 'Ampol.pdf', description: 'Café' })
    const facts = { totalCents: 5685, documentDate: '2025-07-14', supplierAbn: '51824753556' }
    await server.call(editFacts, { params: { uploadId: _id }, body: facts }, amy)
    await fileReceipt(server, amy, { title: 'Train', description: 'Dubbo' })
    for (const q of ['cafe', '56.85', 'july 2025', '51 824 753 556', 'ub', 'du']) {
      const { body } = await server.call(api.receipts.search, { query: { q, sort: '-added' } }, amy)
      expect((await server.call(list, { query: { q } }, amy)).body.docs).toEqual(body.docs)
    }
    expect(await titles(amy, { q: '$56' })).toEqual(['Ampol.pdf'])
    // It couldn't say what it searched for instead.
    expect(await titles(amy, { q: 'ampl' })).toEqual([])
  })

  test('counts every receipt with a word, so that its pages lead to all of them', async () => {
    const bob = await addSubscriber(server, 'bob-trips@example.com')
    await sql.raw(seedReceipts(bob.id, 1010)).execute(server.deps.db)
    const { body } = await server.call(list, { query: { q: 'trip', page: 21 } }, bob)
    expect(body).toMatchObject({ totalDocs: 1010, totalPages: 21 })
    expect(body.docs).toHaveLength(10)
  })

  test('never finds another user’s receipts', async () => {
    const max = await addSubscriber(server, 'max@example.com')
    expect(await titles(max, { q: 'diesel' })).toEqual([])
  })
})

describe('the summary', () => {
  test('matches the receipts after every kind of change', async () => {
    const zoe = await addSubscriber(server, 'zoe@example.com')
    await sql.raw(seedReceipts(zoe.id, 60)).execute(server.deps.db)
    const { docs } = (await server.call(list, { query: { limit: 60 } }, zoe)).body
    for (const [index, { _id, category }] of docs.entries()) {
      const params = { uploadId: _id }
      if (index % 3 === 0) await server.call(remove, { params }, zoe)
      if (index % 6 === 0) await server.call(api.receipts.restore, { params }, zoe)
      const other = categoryIds.find((id) => id !== category)!
      if (index % 4 === 1) await server.call(move, { params, body: { category: other } }, zoe)
      const body = { totalCents: index * 100, paidDate: `20${20 + (index % 6)}-07-01` }
      if (index % 5 === 2) await server.call(api.receipts.editFacts, { params, body }, zoe)
    }
    const { body } = await server.call(summary, {}, zoe)
    const all = (await server.call(list, { query: { limit: 200 } }, zoe)).body
    expect(body.receipts).toBe(all.docs.length)
    expect(all.totalDocs).toBe(all.docs.length)
    expect(body.trashed).toBe(60 - all.docs.length)
    expect(body.recent).toEqual(all.docs.slice(0, 5))
    for (const total of body.totals) {
      const these = all.docs.filter(
        ({ category, incomeYear }) => category === total.category && incomeYear === total.incomeYear,
      )
      expect(these).toHaveLength(total.receipts)
      expect(these.reduce((sum, { facts }) => sum + (facts.totalCents ?? 0), 0)).toBe(total.totalCents)
      const { category, incomeYear } = total
      expect((await server.call(list, { query: { category, incomeYear } }, zoe)).body.totalDocs).toBe(
        total.receipts,
      )
    }
    expect(body.totals.reduce((sum, { receipts }) => sum + receipts, 0)).toBe(body.receipts)
  })

  test('counts all receipts to check, more than are listed', async () => {
    const uma = await addSubscriber(server, 'uma@example.com')
    await sql.raw(seedReceipts(uma.id, 1003)).execute(server.deps.db)
    await sql`update receipts set suggestions = '{"supplier": "Shell"}' where owner_id = ${uma.id}`.execute(
      server.deps.db,
    )
    const { ids, total } = (await server.call(api.receipts.toCheck, {}, uma)).body
    expect([ids.length, total]).toEqual([1000, 1003])
    expect((await server.call(summary, {}, uma)).body.toCheck).toBe(total)
  })

  test('has the months of the current income year, by the day it was paid or issued', async () => {
    const yan = await addSubscriber(server, 'yan@example.com')
    const year = Number(incomeYearOf(sydneyDay(new Date())).slice(0, 4))
    const days = [`${year}-07-01`, `${year}-07-01`, `${year - 2}-08-01`]
    for (const paidDate of days) {
      const { _id } = await fileReceipt(server, yan)
      const body = { paidDate, documentDate: `${year - 3}-01-01`, totalCents: 1050 }
      await server.call(api.receipts.editFacts, { params: { uploadId: _id }, body }, yan)
    }
    const deleted = await fileReceipt(server, yan)
    await server.call(remove, { params: { uploadId: deleted._id } }, yan)
    const { body } = await server.call(summary, {}, yan)
    expect(body.months).toEqual([{ month: `${year}-07`, receipts: 2, totalCents: 2100 }])
  })

  test('has the months of both years while only one of them has begun in Perth', async () => {
    server.setNow(new Date('2026-06-30T15:00:00Z'))
    const wes = await addSubscriber(server, 'wes@example.com')
    for (const documentDate of ['2026-06-30', '2026-07-01']) {
      const { _id } = await fileReceipt(server, wes)
      await server.call(editFacts, { params: { uploadId: _id }, body: { documentDate } }, wes)
    }
    const { body } = await server.call(summary, {}, wes)
    expect(body.months.map(({ month }) => month)).toEqual(['2026-06', '2026-07'])
    server.setNow(undefined)
  })
})
