import { DAY_MS } from '@docketbox/contract/core/units'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { cleanAccounts } from './cleanup.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('security events are deleted after a year, not before', async () => {
  const { deps } = server
  const person = await server.addUser('events@example.com')
  const events = () =>
    deps.db.selectFrom('securityEvents').select('kind').where('ownerId', '=', person.id).execute()
  const run = { id: 'x', attempt: 1, isLast: true, signal: new AbortController().signal }
  await cleanAccounts.handler(deps, {}, run)
  expect(await events()).toEqual([{ kind: 'signedIn' }])
  const at = new Date(Date.now() - 366 * DAY_MS)
  await deps.db.updateTable('securityEvents').set({ at }).where('ownerId', '=', person.id).execute()
  await cleanAccounts.handler(deps, {}, run)
  expect(await events()).toEqual([])
  await deps.db.deleteFrom('sessions').execute()
})

test('sessions are deleted a month after they expired, not before', async () => {
  const { deps } = server
  const day = DAY_MS
  const old = await server.addUser('old@example.com')
  const now = new Date()
  const run = { id: 'x', attempt: 1, isLast: true, signal: new AbortController().signal }
  await cleanAccounts.handler(deps, {}, run)
  expect(await deps.db.selectFrom('sessions').select('ownerId').execute()).toEqual([{ ownerId: old.id }])
  await deps.db
    .updateTable('sessions')
    .set({ expiresAt: new Date(now.getTime() - 31 * day) })
    .execute()
  await cleanAccounts.handler(deps, {}, run)
  expect(await deps.db.selectFrom('sessions').selectAll().execute()).toEqual([])
})
