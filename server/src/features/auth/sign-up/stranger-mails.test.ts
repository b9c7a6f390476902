import { api } from '@docketbox/contract'
import { beforeAll, expect, test } from 'vitest'
import { newcomer } from '#testing/auth/newcomer.ts'
import { elsewhere, startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const signUp = (email: string, more = {}) =>
  server.call(api.auth.signUp, { body: { ...newcomer(email), ...more } }, undefined, elsewhere())
const resend = (email: string) =>
  server.call(api.auth.resendVerification, { params: { email }, query: {} }, undefined, elsewhere())
const forget = (email: string) =>
  server.call(api.auth.forgetPassword, { body: { email } }, undefined, elsewhere())
const mailsTo = (mailbox: string) => server.outbox.sent.filter(({ to }) => to.startsWith(mailbox))

test('one mailbox gets five mails a day about accounts that no one has verified, in whatever spelling', async () => {
  for (let i = 0; i < 3; i++) expect((await signUp(`stranger+${i}@example.org`)).status).toBe(201)
  expect((await resend('stranger+0@example.org')).status).toBe(200)
  await forget('stranger+1@example.org')
  await expect.poll(() => mailsTo('stranger'), { timeout: 20_000 }).toHaveLength(5)

  const refused = { status: 429, body: { code: 'auth.addressMailedOften' } }
  expect(await resend('stranger+2@example.org')).toMatchObject(refused)
  expect(await signUp('stranger+3@example.org')).toMatchObject(refused)
  expect((await forget('stranger+2@example.org')).status).toBe(200)
  // Nothing remains of the sign-up that was refused.
  expect((await resend('stranger+3@example.org')).status).toBe(404)
  // The job of the last request has run once that of a later one has.
  await server.addUser('later@example.org')
  await forget('later@example.org')
  await server.outbox.waitFor('later@example.org', { subject: 'Choose a new password' })
  expect(mailsTo('stranger')).toHaveLength(5)
})

test('a verified user gets reset links all the same', async () => {
  for (let i = 0; i < 5; i++) await signUp(`verified+${i}@example.org`)
  expect((await signUp('verified+5@example.org')).status).toBe(429)
  await server.addUser('verified@example.org')
  await forget('verified@example.org')
  await server.outbox.waitFor('verified@example.org', { subject: 'Choose a new password' })
})

test('what a stranger enters as their name isn’t mailed to an address that no one has verified', async () => {
  await signUp('mailbox@example.org', { firstName: 'Your tax refund is ready' })
  await forget('mailbox@example.org')
  await server.outbox.waitFor('mailbox@example.org', { subject: 'Choose a new password' })
  expect(mailsTo('mailbox')).toHaveLength(2)
  for (const mail of mailsTo('mailbox')) expect(JSON.stringify(mail)).not.toContain('refund')
})
