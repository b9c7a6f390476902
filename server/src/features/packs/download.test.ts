import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { makePack, openPack } from '#testing/packs.ts'
import { addSubscriber } from '#testing/receipts.ts'

let server: TestServer
let ann: Person
const YEAR = '2025-26'

beforeAll(async () => {
  server = await startTestServer()
  ann = await addSubscriber(server, 'ann@example.com')
})

const fetchPack = (packId: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/packs/${packId}/file`, {
    headers: { authorization: `Bearer ${ann.token}`, ...headers },
  })

test('a download continues after an interruption', async () => {
  const { _id, sizeBytes } = await makePack(server, ann, YEAR)
  const whole = await fetchPack(_id)
  const [all, etag] = [Buffer.from(await whole.arrayBuffer()), whole.headers.get('etag')!]
  expect(all.length).toBe(sizeBytes)
  expect(whole.headers.get('content-disposition')).toMatch(
    /^attachment; filename="Docketbox tax pack 2025-26, Ann \w+, \d{4}-\d\d-\d\d\.zip"$/,
  )
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const rest = await fetchPack(_id, { range: 'bytes=1000-', 'if-range': etag })
  expect(rest.status).toBe(206)
  expect(rest.headers.get('content-range')).toBe(`bytes 1000-${sizeBytes! - 1}/${sizeBytes}`)
  expect(Buffer.from(await rest.arrayBuffer()).equals(all.subarray(1000))).toBe(true)
  const other = await fetchPack(_id, { range: 'bytes=1000-', 'if-range': '"another"' })
  expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, sizeBytes])
  const beyond = await fetchPack(_id, { range: `bytes=${sizeBytes}-` })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${sizeBytes}`])
})

test('a pack needs no active plan, and is for its owner only', async () => {
  const kim = await server.addUser('kim@example.com')
  const pack = await makePack(server, kim, YEAR)
  expect([...(await openPack(server, kim, pack)).keys()]).toEqual([
    'summary.pdf',
    'receipts.csv',
    'receipts.xlsx',
    'verify.html',
    'manifest.json',
  ])
  const params = { packId: pack._id }
  expect((await server.call(api.packs.show, { params }, ann)).status).toBe(404)
  expect((await server.call(api.packs.download, { params }, ann)).status).toBe(404)
  const { docs } = (await server.call(api.packs.list, { params: { incomeYear: YEAR } }, kim)).body
  expect(docs.map(({ _id, progress }) => [_id, progress])).toEqual([[pack._id, 100]])
})
