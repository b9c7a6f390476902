import { HOUR_MS } from '@docketbox/contract/core/units'
import { expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import { createSessions } from './sessions.ts'

test('a session that another process has ended isn’t accepted, even once this machine’s clock is put back', async () => {
  const server = await startTestServer()
  const { deps } = server
  const person = await server.addUser('ann@example.com')
  const [here, there] = [createSessions(deps), createSessions(deps)]
  const now = Date.now()
  server.setNow(new Date(now + HOUR_MS))
  expect(await here.findActor(person.token)).toMatchObject({ id: person.id })
  await there.endAll(deps.db, person.id)
  server.setNow(new Date(now))
  expect(await here.findActor(person.token)).toBeNull()
})
