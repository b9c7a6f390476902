import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { emailChanges } from '#testing/auth/email-change.ts'
import { newcomer } from '#testing/auth/newcomer.ts'
import { givePassword } from '#testing/auth/password.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'

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

test('an address that someone else signed up with but never verified goes to the user who opens the link mailed to it', async () => {
  const body = newcomer('squatted@example.net')
  await server.call(api.auth.signUp, { body })
  const person = await givePassword(server.deps, await server.addUser('owner@example.com'), password)
  await emailChanges(() => server, password).move(person, 'owner@example.com', 'Squatted@example.net')
  expect((await server.call(api.auth.loggedUser, {}, person)).body.email).toBe('Squatted@example.net')
  const link = linkIn(
    await server.outbox.waitFor('squatted@example.net', { subject: 'Verify' }),
    'http://docketbox.test/verify',
  )
  const query = { token: new URL(link).searchParams.get('token')!, email: body.email }
  expect((await server.call(api.auth.verify, { query })).status).toBe(400)
})

test('the mail to a new address says what confirming does if someone else entered it', async () => {
  const thief = await givePassword(server.deps, await server.addUser('thief@example.com'), password)
  await emailChanges(() => server, password).ask(thief, 'accountant@example.net')
  const mail = await server.outbox.waitFor('accountant@example.net', { subject: 'Confirm' })
  expect(mail.text).toContain('the person who did can log in with your email address')
})

test('a mistyped address can be cancelled, so that its owner can’t take the account', async () => {
  const person = await givePassword(server.deps, await server.addUser('typo@example.com'), password)
  const { ask, tokens, confirm } = emailChanges(() => server, password)
  await ask(person, 'stranger@example.net')
  const mailed = await tokens('typo@example.com', 'stranger@example.net')
  expect((await server.call(api.profile.cancelEmailChange, {}, person)).status).toBe(200)
  expect((await server.call(api.profile.security, {}, person)).body.waitingEmail).toBeNull()
  expect((await confirm(mailed.confirm)).status).toBe(400)
  expect((await server.call(api.profile.cancelEmailChange, {}, person)).status).toBe(200)
})

test('cancelling an address whose link a stranger has opened is refused, and says how to keep the account', async () => {
  const person = await givePassword(server.deps, await server.addUser('late@example.com'), password)
  await emailChanges(() => server, password).move(person, 'late@example.com', 'opened@example.net')
  expect(await server.call(api.profile.cancelEmailChange, {}, person)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('keep my email') },
  })
})
