import { api } from '@docketbox/contract'
import { docketJpeg } from '@docketbox/testing/files/samples'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { requestWaitingWork } from '#app'
import { startTestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf } from '#testing/receipts.ts'

test('a start catches up on the previews, comparisons and scans that a killed process left', async () => {
  const server = await startTestServer()
  const { db } = server.deps
  const ann = await addSubscriber(server, 'ann@example.com')
  const body = fileOf(await docketJpeg({ seed: 7 }), 'docket.jpg')
  await server.call(api.receipts.uploadFile, { body, query: {} }, ann)
  const statesOf = async (table: 'derivatives' | 'fingerprints') =>
    (await db.selectFrom(table).select('state').execute()).map(({ state }) => state)
  const untilDone = () =>
    vi.waitFor(
      async () =>
        expect([await statesOf('derivatives'), await statesOf('fingerprints')]).toEqual([['done'], ['done']]),
      { timeout: 30_000, interval: 50 },
    )
  await untilDone()
  const unrendered = { state: 'pending', resultSha256: null, thumbnailSha256: null }
  await db.updateTable('derivatives').set(unrendered).execute()
  await db.updateTable('fingerprints').set({ state: 'waiting' }).execute()

  await requestWaitingWork(server.deps)
  await untilDone()
  const { rows } = await sql`select name from pgboss.job where name = 'files.scan'`.execute(db)
  expect(rows).toEqual([{ name: 'files.scan' }])
})
