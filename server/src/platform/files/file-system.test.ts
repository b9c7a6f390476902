import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FileStore } from './file-store.ts'
import { fileSystemStore } from './file-system.ts'

let folder: string
let store: FileStore
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-files-'))
  store = await fileSystemStore(folder, () => new Date())
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const docket = Buffer.from('Shell Coles Express\n42.17\n'.repeat(10_000))
const sha256 = createHash('sha256').update(docket).digest()
const limitBytes = 1_000_000
const waiting = () => readdir(join(folder, 'incoming'))

describe('the file store', () => {
  test('gives back every byte, and says what it measured', async () => {
    const received = await store.receive(Readable.from([docket.subarray(0, 7), docket.subarray(7)]), {
      limitBytes,
    })
    expect(received).toEqual({ sha256, sizeBytes: docket.length, crc32: crc32(docket) })
    expect(await buffer(await store.open(sha256))).toEqual(docket)
    expect(await buffer(await store.open(sha256, { start: 3, end: 9 }))).toEqual(docket.subarray(3, 10))
    expect(await waiting()).toEqual([])
  })

  test('keeps the same bytes once', async () => {
    await store.receive(Readable.from([docket]), { limitBytes })
    await store.receive(Readable.from([docket]), { limitBytes })
    expect(await readdir(join(folder, sha256.toString('hex').slice(0, 2)))).toHaveLength(1)
  })

  test('keeps nothing of a file that is too large', async () => {
    await expect(store.receive(Readable.from([docket]), { limitBytes: 10 })).rejects.toMatchObject({
      spec: { status: 413 },
    })
    expect(await waiting()).toEqual([])
    expect(await store.has(sha256)).toBe(false)
  })

  test('keeps nothing of a stream that breaks off', async () => {
    const broken = new Readable({
      read() {
        this.push(docket.subarray(0, 100))
        this.destroy(new Error('hung up'))
      },
    })
    await expect(store.receive(broken, { limitBytes })).rejects.toThrow('hung up')
    expect(await waiting()).toEqual([])
  })

  test('keeps nothing of a file that its check refuses', async () => {
    const check = async () => {
      throw new Error('not a docket')
    }
    await expect(store.receive(Readable.from([docket]), { limitBytes, check })).rejects.toThrow(
      'not a docket',
    )
    expect(await store.has(sha256)).toBe(false)
    expect(await waiting()).toEqual([])
  })

  test('forgets what is removed', async () => {
    await store.receive(Readable.from([docket]), { limitBytes })
    await store.remove(sha256)
    await store.remove(sha256)
    expect(await store.has(sha256)).toBe(false)
    await expect(store.open(sha256)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('clears away what a crash left half received, and not what is still coming in', async () => {
    await writeFile(join(folder, 'incoming', 'old'), 'half')
    await writeFile(join(folder, 'incoming', 'new'), 'half')
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
    await utimes(join(folder, 'incoming', 'old'), yesterday, yesterday)
    await fileSystemStore(folder, () => new Date())
    expect(await waiting()).toEqual(['new'])
  })
})
