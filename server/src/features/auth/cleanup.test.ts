import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { newcomer } from '#testing/auth/newcomer.ts'
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

test('accounts that no one verified are deleted after a month, not before', async () => {
  const { deps } = server
  const verified = await server.addUser('verified@example.com')
  await server.call(api.auth.signUp, { body: newcomer('unverified@example.com') })
  const run = { id: 'x', attempt: 1, isLast: true, signal: new AbortController().signal }
  const cleanAfter = async (days: number) => {
    const now = () => new Date(Date.now() + days * DAY_MS)
    await cleanAccounts.handler({ ...deps, now }, {}, run)
    const users = await deps.db.selectFrom('users').select('email').orderBy('email').execute()
    return users.map(({ email }) => email)
  }
  expect(await cleanAfter(29)).toContain('unverified@example.com')
  server.setNow(server.later(30.5))
  await server.call(api.auth.resendVerification, { params: { email: 'unverified@example.com' }, query: {} })
  server.setNow(undefined)
  expect(await cleanAfter(31)).toContain('unverified@example.com')
  const left = await cleanAfter(33)
  expect(left).not.toContain('unverified@example.com')
  expect(left).toContain(verified.email)
})
