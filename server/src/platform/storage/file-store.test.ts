import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { startS3 } from '@docketbox/local/s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FileStore, Inspectable } from './file-store.ts'
import { fileSystemStore } from './folder/store.ts'
import { s3Store } from '#platform/storage/s3/store.ts'

type Opened = { store: FileStore; close: () => Promise<unknown> }
const now = () => new Date()

const kinds: Array<[string, (folder: string) => Promise<Opened>]> = [
  [
    'a folder',
    async (folder) => ({ store: await fileSystemStore(folder, now), close: async () => undefined }),
  ],
  [
    'a local bucket',
    async (folder) => {
      const s3 = await startS3()
      return { store: await s3Store({ ...s3, incoming: join(folder, 'incoming') }, now), close: s3.stop }
    },
  ],
]
const { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region = 'ap-southeast-2' } = process.env
const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = process.env
if (url && bucket && accessKeyId && secretAccessKey) {
  const real = { url, bucket, region, accessKeyId, secretAccessKey }
  kinds.push([
    'the real bucket',
    async (folder) => ({
      store: await s3Store({ ...real, incoming: join(folder, 'incoming') }, now),
      close: async () => undefined,
    }),
  ])
}

const limitBytes = 25 * 1024 * 1024

describe.each(kinds)('files kept in %s', (_, openStore) => {
  // Unique content each run, so no other files are affected.
  const docket = Buffer.concat([randomBytes(16), Buffer.from('Shell Coles Express\n42.17\n'.repeat(10_000))])
  const sha256 = createHash('sha256').update(docket).digest()
  let folder: string
  let opened: Opened
  let store: FileStore

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docketbox-store-'))
    opened = await openStore(folder)
    store = opened.store
  })
  afterAll(async () => {
    await store.remove(sha256)
    await opened.close()
    await rm(folder, { recursive: true })
  })
  const incoming = () => readdir(join(folder, 'incoming'))
  const listed = async () => {
    for await (const one of store.list()) if (one.sha256.equals(sha256)) return one
    return undefined
  }

  test('are returned byte for byte, in full and in part, with their measurements', async () => {
    const chunks = [docket.subarray(0, 7), docket.subarray(7, 70_000), docket.subarray(70_000)]
    const received = await store.receive(Readable.from(chunks), { limitBytes })
    expect(received).toEqual({ sha256, sizeBytes: docket.length, crc32: crc32(docket) })
    expect((await buffer(await store.open(sha256))).equals(docket)).toBe(true)
    const whole = Buffer.alloc(docket.length)
    expect(await store.read(sha256, whole, 0)).toBe(docket.length)
    expect(whole.equals(docket)).toBe(true)
    const part = await buffer(await store.open(sha256, { start: 3, end: 99_999 }))
    expect(part.equals(docket.subarray(3, 100_000))).toBe(true)
    const end = Buffer.alloc(1000)
    expect(await store.read(sha256, end, docket.length - 10)).toBe(10)
    expect(end.subarray(0, 10).equals(docket.subarray(-10))).toBe(true)
    expect(await incoming()).toEqual([])
  })

  test('can be stored again, and missing ones are reported as missing', async () => {
    await store.receive(Readable.from([docket]), { limitBytes })
    await store.receive(Readable.from([docket]), { limitBytes })
    expect(await store.has(sha256)).toBe(true)
    expect(await store.has(Buffer.alloc(32))).toBe(false)
    expect(await listed()).toEqual({ sha256, sizeBytes: docket.length, storedAt: expect.any(Date) })
    await expect(store.ready()).resolves.toBeUndefined()
  })

  test('of 20 MB are returned as well', async () => {
    const large = randomBytes(20 * 1024 * 1024)
    const received = await store.receive(Readable.from(inChunks(large, 64 * 1024)), { limitBytes })
    expect((await buffer(await store.open(received.sha256))).equals(large)).toBe(true)
    await store.remove(received.sha256)
  })

  test.each([1, 7_000])(
    'that arrive in chunks of %i bytes are checked in large pieces',
    async (chunkBytes) => {
      const pieces: number[] = []
      const check = async ({ from, sizeBytes }: Inspectable) => {
        for (let offset = 0; offset < sizeBytes; offset += pieces.at(-1)!)
          pieces.push((await from(offset)).length)
      }
      await store.receive(Readable.from(inChunks(docket, chunkBytes)), { limitBytes, check })
      expect(pieces.length).toBeLessThan(64)
    },
  )

  test('are checked before they’re stored, and discarded if the check fails', async () => {
    const other = randomBytes(1000)
    let seen: Buffer | undefined
    const check = async ({ path }: { path: string }) => {
      seen = await readFile(path)
      throw new Error('not a docket')
    }
    await expect(store.receive(Readable.from([other]), { limitBytes, check })).rejects.toThrow('not a docket')
    expect(seen).toEqual(other)
    expect(await store.has(createHash('sha256').update(other).digest())).toBe(false)
    expect(await incoming()).toEqual([])
  })

  test('that are too large or break off leave nothing', async () => {
    const other = randomBytes(1000)
    const tooLarge = store.receive(Readable.from([other]), { limitBytes: 999 })
    await expect(tooLarge).rejects.toMatchObject({ spec: { status: 413 } })
    const broken = Readable.from(
      (async function* () {
        yield other
        throw new Error('hung up')
      })(),
    )
    await expect(store.receive(broken, { limitBytes })).rejects.toThrow('hung up')
    expect(await store.has(createHash('sha256').update(other).digest())).toBe(false)
    expect(await incoming()).toEqual([])
  })

  test('are gone once removed, even if removed twice', async () => {
    await store.receive(Readable.from([docket]), { limitBytes })
    await store.remove(sha256)
    await store.remove(sha256)
    expect(await store.has(sha256)).toBe(false)
    expect(await listed()).toBeUndefined()
    await expect(store.open(sha256)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

function* inChunks(bytes: Buffer, size: number): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
