import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { nextReading, requestReadings } from '#features/reading'
import { NIL_UUID } from '#platform/database/ids.ts'
import { type Reader, ReadingFailed } from '#platform/storage/reader.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { readingOf, scriptedReader } from '#testing/scripted-reader.ts'
import { readWaiting } from './run.ts'

const LONG_MS = 50

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

/** Requests a file of an owner to be read. */
async function request({ deps }: TestServer, ownerId: string): Promise<void> {
  const [sha256, at] = [createHash('sha256').update(ownerId).digest(), deps.now()]
  await deps.db
    .insertInto('blobs')
    .values({ sha256, sizeBytes: 36, crc32: 0, createdAt: at, sentAt: at })
    .execute()
  await requestReadings(deps.db, ownerId, [{ sha256, type: 'image/png' }], { at, priority: 'now' })
}
