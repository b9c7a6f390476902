import { api } from '@docketbox/contract'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { authenticatorCode } from '@docketbox/testing/people/authenticator'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { secondFactors } from '#testing/auth/second-factor.ts'

let server: TestServer
let use: ReturnType<typeof secondFactors>
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
  use = secondFactors(server)
})
const start = new Date('2026-03-01T00:00:00Z')
beforeEach(() => server.setNow(start))

describe('logging in with a second factor', () => {
  test('asks for the code once the password is right, and takes it once', async () => {
    const ann = await use.member('code@example.com')
    const { secret } = await use.setUp(ann)
    use.later(60)
    const firstStep = await use.signIn('code@example.com')
    expect(firstStep).toMatchObject({ status: 401, body: { code: 'secondFactor.codeNeeded' } })
    const code = authenticatorCode(secret, server.deps.now())
    expect((await use.signIn('code@example.com', code)).body.hasSecondFactor).toBe(true)
    const again = await use.signIn('code@example.com', code)
    expect(again).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('already been used') },
    })
    use.later(30)
    const next = authenticatorCode(secret, server.deps.now())
    expect((await use.signIn('code@example.com', `${next.slice(0, 3)} ${next.slice(3)}`)).status).toBe(200)
  })

  test('takes digits of a Japanese keyboard, and nothing else that isn’t a digit', async () => {
    const ann = await use.member('wide@example.com')
    const { secret } = await use.setUp(ann)
    use.later(60)
    expect(await use.signIn('wide@example.com', 'éééééé')).toMatchObject({ status: 401 })
    const code = authenticatorCode(secret, server.deps.now())
    const wide = code.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))
    expect((await use.signIn('wide@example.com', wide)).status).toBe(200)
  })

  test('is not helped by a reset of the password', async () => {
    const person = await use.member('reset@example.com')
    await use.setUp(person)
    await server.call(
      api.auth.forgetPassword,
      { body: { email: 'reset@example.com' } },
      undefined,
      elsewhere(),
    )
    const mail = await server.outbox.waitFor('reset@example.com', { subject: 'Choose a new password' })
    const { hash } = new URL(linkIn(mail, 'http://docketbox.test/reset-password'))
    const token = new URLSearchParams(hash.slice(1)).get('token')!
    await server.call(
      api.auth.resetPassword,
      { body: { email: 'reset@example.com', password: use.password, token } },
      undefined,
      elsewhere(),
    )
    expect(await use.signIn('reset@example.com')).toMatchObject({ body: { code: 'secondFactor.codeNeeded' } })
  })

  test('waits longer and longer after five wrong codes', async () => {
    const person = await use.member('guess@example.com')
    const { secret } = await use.setUp(person)
    use.later(60)
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    for (let i = 0; i < 5; i++) expect((await use.signIn('guess@example.com', '000000')).status).toBe(401)
    const refused = await use.signIn('guess@example.com', authenticatorCode(secret, server.deps.now()))
    expect(refused.status).toBe(429)
  })

  test('works with a recovery code, each once, and notifies the owner', async () => {
    const person = await use.member('lost@example.com')
    const { recoveryCodes } = await use.setUp(person)
    const [first, second] = recoveryCodes
    expect((await use.signIn('lost@example.com', first!.toUpperCase().replace('-', ' '))).status).toBe(200)
    expect((await use.signIn('lost@example.com', first)).status).toBe(401)
    const both = await Promise.all([
      use.signIn('lost@example.com', second),
      use.signIn('lost@example.com', second),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const mail = await server.outbox.waitFor('lost@example.com', { subject: 'recovery code', past: 1 })
    expect(mail.text).toContain('You have 8 left')
  })
})

test('an administrator can’t do anything before the second step, and everything after it', async () => {
  await use.member('admin@example.com', 'Admin')
  use.later(5)
  const list = (who: Person) => server.call(api.admin.listSubscribers, { query: {} }, who)
  const entered = await use.signIn('admin@example.com')
  expect(entered.body).toMatchObject({ leadsTo: '/profile/security', hasSecondFactor: false })
  const admin = use.personIn(entered)
  const refused = { status: 403, body: { code: 'common.secondFactorNeeded' } }
  expect(await list(admin)).toMatchObject(refused)
  // Users start a trial with the same call.
  const body = { plan: 'Gift', price: 0.5, description: 'Nearly free', feature: ['Everything'] }
  expect(await server.call(api.subscriptions.subscribe, { body }, admin)).toMatchObject(refused)
  const { secret } = await use.setUp(admin)
  expect((await list(admin)).status).toBe(200)
  use.later(60)
  const again = await use.signIn('admin@example.com', authenticatorCode(secret, server.deps.now()))
  expect(again.body.leadsTo).toBe('/admin-dashboard')
  expect((await list(use.personIn(again))).status).toBe(200)
})
