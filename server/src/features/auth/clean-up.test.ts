import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { cleanAccounts } from './clean-up.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('what has had its time is forgotten, and nothing else', async () => {
  const { deps } = server
  const day = 86_400_000
  const old = await server.addUser('old@example.com')
  const now = new Date()
  const failure = { failures: 3, firstAt: now, blockedUntil: now }
  await deps.db
    .insertInto('failedAttempts')
    .values([
      { key: 'password:old', ...failure, lastAt: new Date(now.getTime() - 2 * day) },
      { key: 'password:new', ...failure, lastAt: now },
    ])
    .execute()
  const run = { id: 'x', attempt: 1, isLast: true, signal: new AbortController().signal }
  await cleanAccounts.handler(deps, {}, run)
  const keys = await deps.db.selectFrom('failedAttempts').select('key').execute()
  expect(keys).toEqual([{ key: 'password:new' }])
  expect(await deps.db.selectFrom('sessions').select('ownerId').execute()).toEqual([{ ownerId: old.id }])
  await deps.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(now.getTime() - 31 * day) })
    .execute()
  await cleanAccounts.handler(deps, {}, run)
  expect(await deps.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})
