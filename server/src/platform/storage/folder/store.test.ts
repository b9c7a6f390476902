import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { commonRefusals } from '@docketbox/contract'
import { toRefusal } from '#platform/http/refusal.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileStore } from '#platform/storage/file-store.ts'
import { fileSystemStore } from './store.ts'

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

test('a folder keeps the same bytes once, under their hash', async () => {
  await store.receive(Readable.from([docket]), { limitBytes })
  await store.receive(Readable.from([docket]), { limitBytes })
  const name = sha256.toString('hex')
  expect(await readdir(join(folder, name.slice(0, 2)))).toEqual([name])
})

test('a folder repairs a damaged file when its bytes are sent again', async () => {
  await store.receive(Readable.from([docket]), { limitBytes })
  const name = sha256.toString('hex')
  await writeFile(join(folder, name.slice(0, 2), name), 'rotten')
  await store.receive(Readable.from([docket]), { limitBytes })
  expect(await buffer(await store.open(sha256))).toEqual(docket)
})

test('a folder without room refuses and keeps nothing', async () => {
  const full = new Readable({
    read() {
      this.destroy(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    },
  })
  const thrown = await store.receive(full, { limitBytes }).catch((error: unknown) => error)
  expect(toRefusal(thrown).spec).toBe(commonRefusals.storageFull)
  expect(await waiting()).toEqual([])
})

test('a folder removes partial files left by a crash, but not current uploads', async () => {
  await writeFile(join(folder, 'incoming', 'old'), 'half')
  await writeFile(join(folder, 'incoming', 'new'), 'half')
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  await utimes(join(folder, 'incoming', 'old'), yesterday, yesterday)
  await fileSystemStore(folder, () => new Date())
  expect(await waiting()).toEqual(['new'])
})

test('a folder lists the rest if it may not read a subfolder', async () => {
  await store.receive(Readable.from([docket]), { limitBytes })
  await symlink(join(folder, 'nowhere'), join(folder, '00'))
  expect(await Array.fromAsync(store.list())).toMatchObject([{ sha256 }])
})

test('a folder lists only its own files', async () => {
  await store.receive(Readable.from([docket]), { limitBytes })
  await writeFile(join(folder, 'README'), 'not ours')
  await writeFile(join(folder, sha256.toString('hex').slice(0, 2), '.DS_Store'), 'not ours')
  const files = await Array.fromAsync(store.list())
  expect(files).toEqual([{ sha256, sizeBytes: docket.length, storedAt: expect.any(Date) }])
})
