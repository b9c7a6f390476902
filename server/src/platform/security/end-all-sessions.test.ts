import { api } from '@docketbox/contract'
import { expect, test } from 'vitest'
import { addSubscriber } from '#testing/receipts.ts'
import { startTestServer } from '#testing/harness.ts'
import { addGuest } from '#testing/rooms.ts'
import { endAllSessions } from './end-all-sessions.ts'

test('ending all sessions logs out every user and guest', async () => {
  const server = await startTestServer({ TRUST_PROXY: 'true' })
  const owner = await addSubscriber(server, 'owner@example.com')
  const { guest } = await addGuest(server, owner)
  await endAllSessions(server.deps.db, server.deps.now())
  // Nothing is remembered once a restored product starts.
  const restarted = await server.signIn(owner)
  expect((await server.call(api.auth.loggedUser, {}, restarted)).status).toBe(200)
  expect((await server.call(api.rooms.current, {}, guest)).status).toBe(401)
  const open = server.deps.db.selectFrom('sessions').select('id').where('revokedAt', 'is', null)
  expect(await open.execute()).toHaveLength(1)
})
