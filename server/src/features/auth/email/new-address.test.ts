import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { emailChanges } from '#testing/auth/email-change.ts'
import { givePassword } from '#testing/auth/password.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'

const password = 'purple wombat sings'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('one mailbox gets five links to confirm a day, no matter who asks', async () => {
  const ask = async (name: string) => {
    const person = await server.addUser(`${name}@example.com`)
    return server.call(api.profile.changeEmail, { body: { email: `victim+${name}@example.net` } }, person)
  }
  for (const name of ['a', 'b', 'c', 'd', 'e']) expect((await ask(name)).status).toBe(200)
  expect(await ask('f')).toMatchObject({ status: 429, body: { code: 'profile.addressMailedOften' } })
})

test('a mistyped one can be cancelled, so that its owner can’t take the account', async () => {
  const person = await givePassword(server.deps, await server.addUser('typo@example.com'), password)
  const { ask, tokens, confirm } = emailChanges(() => server, password)
  await ask(person, 'stranger@example.net')
  const mailed = await tokens('typo@example.com', 'stranger@example.net')
  expect((await server.call(api.profile.cancelEmailChange, {}, person)).status).toBe(200)
  expect((await server.call(api.profile.security, {}, person)).body.waitingEmail).toBeNull()
  expect((await confirm(mailed.confirm)).status).toBe(400)
  expect((await server.call(api.profile.cancelEmailChange, {}, person)).status).toBe(200)
})

test('one whose link a stranger has opened can’t be cancelled any more, which says how to keep the account', async () => {
  const person = await givePassword(server.deps, await server.addUser('late@example.com'), password)
  await emailChanges(() => server, password).move(person, 'late@example.com', 'opened@example.net')
  expect(await server.call(api.profile.cancelEmailChange, {}, person)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('keep my email') },
  })
})
