import { createHash } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { completeReading, endLeases, nextReading, requestReadings } from '#features/reading'
import { NIL_UUID } from '#platform/database/ids.ts'
import { type Reader, ReadingFailed } from '#platform/storage/reader.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { startReadingServer } from '#testing/reading-server.ts'
import { addSubscriber, upload } from '#testing/receipts.ts'
import { readingOf, scriptedReader } from '#testing/scripted-reader.ts'
import { readWaiting, wakeReader } from './run.ts'

const LONG_MS = 50

type ReadingServer = Awaited<ReturnType<typeof startReadingServer>>

test('a slow file gives way to other owners’ files, and is read once they’re done', async () => {
  const server = await startTestServer()
  const { deps } = server
  const [hostile, ann] = [
    await server.addUser('hostile@example.com'),
    await server.addUser('ann@example.com'),
  ]
  const order: string[] = []
  let isOver = false
  const reader: Reader = {
    ...scriptedReader(() => readingOf({})),
    read: async ({ owner, signal }) => {
      order.push(owner === ann.id ? 'ann' : 'hostile')
      if (owner === ann.id) return readingOf({})
      if (isOver) return readingOf({})
      // It never ends on its own.
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      isOver = true
      throw new ReadingFailed('cancelled', 'It was stopped.')
    },
  }
  await request(server, hostile.id)
  const reading = readWaiting({ ...deps, reader }, new AbortController().signal, { longMs: LONG_MS })
  await expect.poll(() => order).toEqual(['hostile'])
  await request(server, ann.id)
  await reading
  expect(order).toEqual(['hostile', 'ann', 'hostile'])
  const states = await deps.db.selectFrom('readings').select('state').execute()
  expect(states).toEqual([{ state: 'done' }, { state: 'done' }])
})

test('a file whose text can’t be stored is tried twice, and other owners’ files are read meanwhile', async () => {
  const server = await startTestServer()
  const { deps } = server
  const [hostile, ann] = [
    await server.addUser('hostile@example.com'),
    await server.addUser('ann@example.com'),
  ]
  for (const { id } of [hostile, ann]) await request(server, id)
  const reader: Reader = {
    ...scriptedReader(() => readingOf({})),
    read: async ({ owner }) => readingOf({}, { text: owner === hostile.id ? 'nul\0' : 'fine' }),
  }
  await readWaiting({ ...deps, reader }, new AbortController().signal)
  const states = await deps.db.selectFrom('readings').select(['ownerId', 'state', 'failures']).execute()
  expect(states).toEqual(
    expect.arrayContaining([
      { ownerId: hostile.id, state: 'failed', failures: 2 },
      { ownerId: ann.id, state: 'done', failures: 0 },
    ]),
  )
})

test('a file that takes minutes isn’t read by a second process meanwhile', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const ann = await server.addUser('ann@example.com')
  const reading = Promise.withResolvers<void>()
  let attempts = 0
  const reader: Reader = {
    ...scriptedReader(() => readingOf({})),
    read: async () => {
      attempts++
      await reading.promise
      return readingOf({})
    },
  }
  await request(server, ann.id)
  const options = { renewalMs: 20 }
  const finished = readWaiting({ ...server.deps, reader }, new AbortController().signal, options)
  const leasedUntil = async () =>
    (await db.selectFrom('readings').select('leasedUntil').executeTakeFirst())?.leasedUntil
  await expect.poll(leasedUntil).toBeInstanceOf(Date)
  const first = (await leasedUntil())!
  await expect.poll(async () => (await leasedUntil())! > first).toBe(true)
  const afterFirst = new Date(first.getTime() + 1)
  expect(await nextReading(db, { after: NIL_UUID, overBudget: [] }, afterFirst)).toBeUndefined()
  reading.resolve()
  await finished
  expect(attempts).toBe(1)
  const states = await db.selectFrom('readings').select(['state', 'leasedUntil']).execute()
  expect(states).toEqual([{ state: 'done', leasedUntil: null }])
})

test('a file whose process died is read by another one, which the first can’t disturb any more', async () => {
  const app = await startReadingServer()
  const { db, now } = app.server.deps
  const wes = await addSubscriber(app.server, 'wes@example.com')
  const sha256 = createHash('sha256').update('of Wes').digest()
  const [at, meanwhile, leaseEnd] = [0, 15_000, 31_000].map((ms) => new Date(now().getTime() + ms))
  await db.insertInto('blobs').values({ sha256, sizeBytes: 1, crc32: 0, createdAt: at!, sentAt: at! }).execute() // prettier-ignore
  await db.transaction().execute(async (db) => {
    // Not committed, so that the server doesn't read it.
    await requestReadings(db, wes.id, [{ sha256, type: 'image/png' }], { at: at!, priority: 'now' })
    const died = (await nextReading(db, { after: NIL_UUID, overBudget: [] }, at!))!
    expect(died.sha256).toEqual(sha256)
    expect(await nextReading(db, { after: NIL_UUID, overBudget: [] }, meanwhile!)).toBeUndefined()
    const next = (await nextReading(db, { after: NIL_UUID, overBudget: [] }, leaseEnd!))!
    const { fields, text, receipts } = readingOf({})
    const result = { fields, text, receipts, readAt: leaseEnd!, readerVersion: 1 }
    expect(await completeReading(db, died, result)).toBe(false)
    expect(await completeReading(db, next, result)).toBe(true)
    await db.deleteFrom('readings').where('ownerId', '=', wes.id).execute()
  })
})

test('a file whose process died is read as soon as its lease is over', async () => {
  const app = await startReadingServer()
  const ivy = await addSubscriber(app.server, 'ivy@example.com')
  const uri = await uploadLeased(app, ivy, 3_000)
  expect((await app.read(uri, ivy)).state).toBe('done')
})

test('a process that has the database to itself reads at once what a killed one was reading', async () => {
  const app = await startReadingServer()
  const ada = await addSubscriber(app.server, 'ada@example.com')
  const uri = await uploadLeased(app, ada, 3_600_000)
  await endLeases(app.server.deps.db)
  await wakeReader(app.server.deps)
  expect((await app.read(uri, ada)).state).toBe('done')
})

/** Requests a file of an owner to be read. */
async function request({ deps }: TestServer, ownerId: string): Promise<void> {
  const [sha256, at] = [createHash('sha256').update(ownerId).digest(), deps.now()]
  await deps.db
    .insertInto('blobs')
    .values({ sha256, sizeBytes: 36, crc32: 0, createdAt: at, sentAt: at })
    .execute()
  await requestReadings(deps.db, ownerId, [{ sha256, type: 'image/png' }], { at, priority: 'now' })
}

/** Uploads a file that a process has begun to read, and then was killed. */
async function uploadLeased(app: ReadingServer, person: Person, leaseMs: number): Promise<string> {
  const { db, now } = app.server.deps
  const finish = app.holdReader(readingOf({}))
  const uri = await upload(app.server, person, app.newFile())
  const reading = db.updateTable('readings').where('ownerId', '=', person.id)
  const begun = reading.where('leasedUntil', 'is not', null)
  const leasedUntil = new Date(now().getTime() + leaseMs)
  await vi.waitUntil(async () => (await begun.set({ leasedUntil }).executeTakeFirst()).numUpdatedRows > 0n, {
    timeout: 30_000,
  })
  finish()
  return uri
}
