import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { givePassword } from '#testing/auth/password.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('repeating a change of password says it’s already been made, but can’t be used to guess', async () => {
  const [password, newPassword] = ['purple wombat sings', 'a brand new wombat']
  const person = await givePassword(server.deps, await server.addUser('lost@example.com'), password)
  const change = (body: { password?: string; newPassword: string }) =>
    server.call(api.profile.changePassword, { body }, person)
  expect((await change({ password, newPassword })).status).toBe(200)
  const done = { newPassword: 'This is already your password.' }
  expect(await change({ password, newPassword })).toMatchObject({ status: 400, body: { fields: done } })
  // Without a password, no failure is counted.
  expect((await change({ newPassword })).body).not.toMatchObject({ fields: done })
  for (let i = 0; i < 4; i++)
    expect((await change({ password, newPassword: `guess ${i} of a thief` })).status).toBe(400)
  const { points } = await server.deps.db
    .selectFrom('rateLimits')
    .select('points')
    .where('key', 'like', `failures/password:${person.id}:%`)
    .executeTakeFirstOrThrow()
  expect(points).toBe(5)
})
