import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { unzip } from '@docketbox/testing/files/unzip'
import type { ByteRange } from '#platform/http/files/range.ts'
import { type Chunks, sendChunks } from './chunks.ts'
import { verifiedZipBytes } from './verified-zip.ts'
import { zipBytes } from './zip.ts'
import { packedText, type Packed, zipLength } from './zip-format.ts'

/** Just below and above the size of one read, and together more than a socket buffers. */
const sizes = [1, 300_000, 512 * 1024, 512 * 1024 + 1, 3_000_000, 0, 70, ...Array<number>(30).fill(600_000)]
const contents = sizes.map((sizeBytes) => randomBytes(sizeBytes))
const files = contents.map((content, at) => packedText(`Fuel/${at}.bin`, content, '2026-07-01'))

let stop = () => {}
afterEach(() => stop())

/** Requests chunks over a real connection, where writing has to wait for the reader. */
async function ask(pieces: Chunks): Promise<{ answer: IncomingMessage; sent: Promise<unknown> }> {
  const { promise: sent, resolve } = Promise.withResolvers<unknown>()
  const server = createServer((_, response) => {
    void sendChunks(response, pieces).then(resolve, resolve)
  })
  stop = () => void server.close()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [
    IncomingMessage,
  ]
  return { answer, sent }
}

test('a zip of files of every size arrives complete, even at a slow reader', async () => {
  const { answer } = await ask(zipBytes(files))
  // The line is full by now.
  for (let pauses = 0; pauses < 50; pauses++) await turn()
  const zip = await buffer(answer)
  expect(zip.length).toBe(zipLength(files))
  const entries = await unzip(zip)
  expect(entries.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  expect(entries.every(({ body }, at) => body.equals(contents[at]!))).toBe(true)
})

async function bytesOf(chunks: Chunks): Promise<Buffer> {
  const copies: Buffer[] = []
  for await (const chunk of chunks) copies.push(Buffer.from(chunk))
  return Buffer.concat(copies)
}

const whole = await bytesOf(zipBytes(files))

test.each<[string, (range: ByteRange) => Chunks]>([
  ['a zip', (range) => zipBytes(files, range)],
  ['a zip that’s checked', (range) => verifiedZipBytes(files, () => undefined, range)],
])('any part of %s is the same bytes as in the whole', async (_, open) => {
  const last = whole.length - 1
  const ends = [0, 29, 30, 40, 300_100, 1_000_000, 3_400_000, last - 3000, last - 10, last]
  for (const start of ends)
    for (const end of ends.filter((end) => end >= start))
      expect((await bytesOf(open({ start, end }))).equals(whole.subarray(start, end + 1))).toBe(true)
})

test('a zip of any size uses a few buffers', async () => {
  const seen = new Set<ArrayBufferLike>()
  const many = Array.from({ length: 50 }, (_, at) => packedText(`${at}.txt`, randomBytes(1000), '2026-07-01'))
  for await (const piece of zipBytes(many)) seen.add(piece.buffer)
  expect(seen.size).toBeLessThan(10)
})

test('a zip is cut off at a file that is truncated or missing', async () => {
  const [first] = files as [Packed]
  const shorter = { ...first, sizeBytes: 2 }
  const { answer, sent } = await ask(zipBytes([...files, shorter]))
  await expect(buffer(answer)).rejects.toThrow('aborted')
  expect(await sent).toMatchObject({ message: 'A stored file has 1 bytes instead of 2.' })
})

describe('files that can’t be read', () => {
  const reading = (read: Packed['read']) => ({ ...files[2]!, name: 'Fuel/bad.bin', read })
  const listed = [expect.stringContaining('Fuel/bad.bin')]
  const bad: [string, Packed, list: unknown[]][] = [
    ['missing', reading(() => Promise.reject(Object.assign(new Error('gone'), { code: 'ENOENT' }))), listed],
    ['cut short', reading(async (into) => into.length - 1), listed],
    ['changed', reading(async (into) => into.fill(1).length), listed],
    [
      'changed at its end, after its start was sent',
      { ...files[4]!, name: 'Fuel/bad.bin', crc32: 1 },
      listed,
    ],
  ]
  test.each([...bad, ['so small that there’s no room for a list', { ...files[0]!, crc32: 1 }, []] as const])(
    'one that is %s is left out',
    async (_, file, list) => {
      const all = [files[0]!, file, ...files.slice(1)]
      const leftOut: number[] = []
      const { answer } = await ask(verifiedZipBytes(all, (count) => void leftOut.push(count)))
      const zip = await buffer(answer)
      expect(zip.length).toBe(zipLength(all))
      expect(leftOut).toEqual([1])
      const entries = await unzip(zip)
      const kept = entries.filter(({ name }) => name.startsWith('Fuel/'))
      expect(kept.map(({ body }) => body.length)).toEqual(sizes)
      const lists = entries.filter(({ name }) => name === 'Files we left out.txt')
      expect(lists.map(({ body }) => body.toString())).toEqual(list)
    },
  )

  test('end the zip when it’s the store that doesn’t respond', async () => {
    const away = reading(() => Promise.reject(new Error('unavailable')))
    const { answer, sent } = await ask(verifiedZipBytes([...files, away], () => undefined))
    await expect(buffer(answer)).rejects.toThrow('aborted')
    expect(await sent).toMatchObject({ message: 'unavailable' })
  })
})

test('a sound zip is the same with and without checks', async () => {
  expect((await bytesOf(verifiedZipBytes(files, () => undefined))).equals(whole)).toBe(true)
})

test('a file that’s lost after its start was sent is left out of the rest, which still fits', async () => {
  const start = zipLength(files.slice(0, 4)) + 1_000_000
  const lost = files.map((file, at) =>
    at === 4
      ? { ...file, read: () => Promise.reject(Object.assign(new Error('gone'), { code: 'EIO' })) }
      : file,
  )
  const rest = await bytesOf(verifiedZipBytes(lost, () => undefined, { start, end: Infinity }))
  const entries = await unzip(Buffer.concat([whole.subarray(0, start), rest]))
  const names = files.filter((_, at) => at !== 4).map(({ name }) => name)
  expect(entries.map(({ name }) => name)).toEqual([...names, 'Files we left out.txt'])
})

test('nothing more is read after the client disconnects', async () => {
  let reads = 0
  const read: Packed['read'] = async (into) => {
    reads++
    return into.length
  }
  const endless = Array.from({ length: 5000 }, () => ({ ...files[0]!, sizeBytes: 500_000, read }))
  const { answer, sent } = await ask(zipBytes(endless))
  answer.destroy()
  expect(await sent).toBeUndefined()
  expect(reads).toBeLessThan(1000)
})
