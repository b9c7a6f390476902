import { createHash } from 'node:crypto'
import { api, receiptRefusals, sydneyDay } from '@docketbox/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack, openPack } from '#testing/packs.ts'
import { addSubscriber, fileOf, fileReceipt, fuel, travel, upload } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { unzip } from '@docketbox/testing/files/unzip'

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})
afterEach(() => server.setNow(undefined))

const { download, downloadAll, preview, details, editFile, editFacts, move, remove, restore } = api.receipts

describe('downloading several receipts', () => {
  test('returns every current file in a zip of exactly the announced length', async () => {
    const kim = await addSubscriber(server, 'kim@example.com')
    const names = [
      'captured-image.png',
      'captured-image.png',
      '../../etc/passwd',
      'Café ⛽.pdf',
      'aux',
      'a'.repeat(300),
    ]
    const contents = names.map((name) => pdf(name))
    const receipts = []
    for (const [index, name] of names.entries())
      receipts.push(
        await fileReceipt(server, kim, { file: fileOf(contents[index]!, 'x'), description: name }),
      )
    await fileReceipt(server, kim, { category: travel })
    const gone = await fileReceipt(server, kim)
    await server.call(remove, { params: { uploadId: gone._id } }, kim)
    const better = pdf('better')
    const params = { uploadId: receipts[0]!._id, fileId: receipts[0]!.file[0]!._id }
    const uri = await upload(server, kim, fileOf(better))
    await server.call(editFile, { params, body: { uri, title: 'Better' } }, kim)

    const all = await server.call(downloadAll, { query: { category: fuel, user: kim.id } }, kim)
    expect(all.headers.get('content-length')).toBe(String(all.body.length))
    expect(all.headers.get('content-type')).toBe('application/zip')
    const [index, ...found] = await unzip(all.body)
    expect(index!.name).toBe('Index.csv')
    const expected = [better, ...contents.slice(1)]
    expect(found.map(({ body }) => body)).toEqual(expected)
    expect(new Set(found.map(({ name }) => name)).size).toBe(names.length)
    for (const { name, modifiedAt } of found) {
      expect(name).toMatch(
        /^Fuel, Car Repair and Servicing\/[^/\\:*?"<>|\n]+ - \d{4}-\d\d-\d\d [0-9a-f]{6}\.pdf$/,
      )
      expect(name.length).toBeLessThan(200)
      expect(modifiedAt.toISOString().slice(0, 7)).toBe(sydneyDay(new Date()).slice(0, 7))
    }
    const again = await server.call(downloadAll, { query: { category: fuel } }, kim)
    expect(again.body.equals(all.body)).toBe(true)
    const response = await fetch(`${server.url}${downloadAll.path}?category=${fuel}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${kim.token}` },
    })
    expect(response.headers.get('content-length')).toBe(String(all.body.length))
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('names the pages of a receipt so that they sort in order, as packs do', async () => {
    const pat = await addSubscriber(server, 'pat@example.com')
    const contents = ['one', 'two', 'three'].map((word) => pdf(word))
    const file = []
    for (const content of contents) file.push({ uri: await upload(server, pat, fileOf(content)) })
    const { body } = await server.call(
      api.receipts.save,
      { body: { category: fuel, file, description: 'Repair', facts: { documentDate: '2026-03-01' } } },
      pat,
    )
    const zip = await unzip((await server.call(downloadAll, { query: { category: fuel } }, pat)).body)
    const pages = zip.slice(1).toSorted((a, b) => (a.name < b.name ? -1 : 1))
    expect(pages.map((page) => page.body)).toEqual(contents)
    expect(pages[2]!.name).toMatch(/\/Repair - 2026-03-01 p03 \w{6}\.pdf$/)
    const pack = [...(await openPack(server, pat, await makePack(server, pat, body.incomeYear)))]
    const originals = pack.filter(([name]) => name.startsWith('D1-')).toSorted(([a], [b]) => (a < b ? -1 : 1))
    expect(originals.map(([, bytes]) => bytes)).toEqual(contents)
  })

  test('returns what the screen shows: a search, an income year or a selection', async () => {
    const joe = await addSubscriber(server, 'joe@example.com')
    const [oil, hotel, old] = [
      await fileReceipt(server, joe, { file: fileOf(pdf('oil')), title: 'Oil', description: 'Motor oil' }),
      await fileReceipt(server, joe, { file: fileOf(pdf('hotel')), description: 'Hotel', category: travel }),
      await fileReceipt(server, joe, { file: fileOf(pdf('old')), description: 'Old' }),
    ]
    const facts = (receipt: typeof oil, body: object) =>
      server.call(editFacts, { params: { uploadId: receipt!._id }, body }, joe)
    await facts(old, { paidDate: '2020-07-01' })
    await facts(oil, {
      supplier: '=Shell',
      totalCents: 4217,
      gstCents: 383,
      workUsePercent: 80,
      paidDate: '2026-08-03',
    })
    const namesOf = async (query: object) => {
      const { status, body } = await server.call(downloadAll, { query }, joe)
      expect(status).toBe(200)
      return (await unzip(body)).slice(1).map(({ name }) => /\/(=?[A-Z]\w+) /.exec(name)![1])
    }
    expect(await namesOf({})).toEqual(['=Shell', 'Hotel', 'Old'])
    expect(await namesOf({ q: 'motor oil' })).toEqual(['=Shell'])
    expect(await namesOf({ incomeYear: '2020-21' })).toEqual(['Old'])
    expect(await namesOf({ ids: `${old!._id},${hotel!._id}` })).toEqual(['Hotel', 'Old'])
    expect(await namesOf({ ids: hotel!._id, category: travel })).toEqual(['Hotel'])

    const { body } = await server.call(downloadAll, { query: { q: 'motor', incomeYear: '2026-27' } }, joe)
    const [index, file] = await unzip(body)
    expect(file!.name).toMatch(/\/=Shell \$42\.17 - Motor oil - 2026-08-03 [0-9a-f]{6}\.pdf$/)
    const sha256 = createHash('sha256').update(file!.body).digest('hex')
    expect(index!.body.toString()).toBe(
      '\uFEFFReceipt,Supplier,Date,Date paid,Income year,Amount,GST,Currency,Amount (AUD),Category,Work use (%),Claimable,Label suggested,Label confirmed,File name,SHA-256\r\n' +
        `1,'=Shell,2026-08-03,2026-08-03,2026-27,42.17,3.83,AUD,42.17,"Fuel, Car Repair and Servicing",80,33.74,D1,,"${file!.name}",${sha256}\r\n`,
    )
  })

  test('leaves the date of an undated receipt empty instead of the day it was added', async () => {
    const uma = await addSubscriber(server, 'uma@example.com')
    await fileReceipt(server, uma, { description: 'Motor oil' })
    const [index] = await unzip((await server.call(downloadAll, { query: {} }, uma)).body)
    expect(index!.body.toString().split('\r\n')[1]).toMatch(/^1,,,,\d{4}-\d\d,,,AUD,,/)
  })

  test.each([{ ids: 'x' }, { ids: '' }, { ids: Array(201).fill(fuel).join() }, { incomeYear: '2026-99' }])(
    'refuses %j',
    async (query) => {
      expect((await server.call(downloadAll, { query }, ann)).status).toBe(400)
    },
  )

  test('is refused for another user, for an empty selection, and if one of the selected receipts isn’t there', async () => {
    const eve = await addSubscriber(server, 'eve@example.com')
    const foreign = await server.call(downloadAll, { query: { category: fuel, user: ann.id } }, eve)
    expect(foreign).toMatchObject({ status: 404, body: { code: receiptRefusals.notFound.code } })
    const his = await fileReceipt(server, ann)
    expect((await server.call(downloadAll, { query: { ids: his._id } }, eve)).status).toBe(404)
    expect(await server.call(downloadAll, { query: { category: fuel } }, eve)).toMatchObject({
      status: 404,
      body: { message: 'No files found for this category.' },
    })
    const kept = await fileReceipt(server, eve)
    const deleted = await fileReceipt(server, eve)
    await server.call(api.receipts.remove, { params: { uploadId: deleted._id } }, eve)
    for (const query of [{ ids: `${kept._id},${deleted._id}` }, { ids: `${kept._id},${his._id}` }])
      expect(await server.call(downloadAll, { query }, eve)).toMatchObject({
        status: 409,
        body: {
          code: receiptRefusals.selectionChanged.code,
          fields: { 'ids.1': receiptRefusals.notFound.message },
        },
      })
    const category = '01937000-0000-7000-8000-000000000099'
    expect((await server.call(downloadAll, { query: { category } }, eve)).status).toBe(404)
  })
})

test.each([
  ['a photo of the camera after its receipt', 'captured-image.png', 'Fuel, Dubbo_Orange.pdf'],
  ['another file by its own name', 'Invoice 4711.pdf', 'Invoice 4711.pdf'],
])('names %s', async (_, title, name) => {
  const description = 'Fuel, Dubbo/Orange'
  const { _id: id, file } = await fileReceipt(server, ann, { title, description })
  const { headers } = await server.call(download, { query: { id, file: file[0]!._id } }, ann)
  expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
})

test('an impossible version is refused', async () => {
  const receipt = await fileReceipt(server, ann)
  const query = { id: receipt._id, file: receipt.file[0]!._id, version: 99_999_999_999 }
  for (const endpoint of [api.receipts.download, api.receipts.preview])
    expect(await server.call(endpoint, { query }, ann)).toMatchObject({ status: 400 })
})

test('one user’s receipts don’t exist for another', async () => {
  const bob = await addSubscriber(server, 'bob@example.com')
  const eve = await addSubscriber(server, 'mallory@example.com')
  const [hers, his] = [await fileReceipt(server, eve), await fileReceipt(server, bob)]
  const ids = (receipt: typeof his) => ({ uploadId: receipt._id, fileId: receipt.file[0]!._id })
  const pairs = [
    ids(his),
    { uploadId: hers._id, fileId: his.file[0]!._id },
    { uploadId: his._id, fileId: hers.file[0]!._id },
    { uploadId: '01a1f98c-b7c0-73be-90be-d80dc65f7534', fileId: '01a1f98c-b7c0-73be-90be-d80dc65f7534' },
  ]
  for (const params of pairs) {
    const query = { id: params.uploadId, file: params.fileId }
    const responses = await Promise.all([
      server.call(download, { query }, eve),
      server.call(download, { query: { ...query, version: 1 } }, eve),
      server.call(preview, { query }, eve),
      server.call(editFile, { params, body: { title: 'mine now' } }, eve),
    ])
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  }
  for (const { uploadId } of [pairs[0]!, pairs[3]!]) {
    const params = { uploadId }
    const responses = await Promise.all([
      server.call(details, { params }, eve),
      server.call(move, { params, body: { category: travel } }, eve),
      server.call(editFacts, { params, body: { note: 'mine' } }, eve),
      server.call(remove, { params }, eve),
      server.call(restore, { params }, eve),
    ])
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  }
  const {
    versions: _versions,
    readings: _readings,
    ...after
  } = (await server.call(details, { params: ids(his) }, bob)).body
  expect(after).toEqual(his)
})

test.each(['abc', '1', '../../etc', "' or 1=1", '01a1f98c-b7c0-73be-90be-d80dc65f753'])(
  'an id that is no id is a bad request: %s',
  async (id) => {
    const responses = await Promise.all([
      server.call(details, { params: { uploadId: id } }, ann),
      server.call(remove, { params: { uploadId: id } }, ann),
      server.call(download, { query: { id, file: id } }, ann),
      server.call(api.receipts.draft, { params: { draftId: id } }, ann),
    ])
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  },
)
