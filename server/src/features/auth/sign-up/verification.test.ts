import { api, authRefusals } from '@docketbox/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { elsewhere, startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { newcomer } from '#testing/auth/newcomer.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})

const verify = (query: { token: string; email: string }) =>
  server.call(api.auth.verify, { query }, undefined, elsewhere())
const resend = (email: string, from = elsewhere(), query: { returnTo?: string } = {}) =>
  server.call(api.auth.resendVerification, { params: { email }, query }, undefined, from)

async function signedUp(email: string) {
  await server.call(api.auth.signUp, { body: newcomer(email) }, undefined, elsewhere())
  return tokenIn(email)
}

async function tokenIn(email: string, past = 0): Promise<string> {
  const mail = await server.outbox.waitFor(email, { subject: 'Verify', past })
  return new URL(linkIn(mail, 'http://docketbox.test/verify')).searchParams.get('token')!
}

describe('the mailed link', () => {
  async function returnIn(email: string, past = 0): Promise<string | null> {
    const mail = await server.outbox.waitFor(email, { subject: 'Verify', past })
    return new URL(linkIn(mail, 'http://docketbox.test/verify')).searchParams.get('returnTo')
  }

  test('carries the page to come to, when it’s mailed again too', async () => {
    const [email, returnTo] = ['code@example.com', '/subscription?code=EOFY20']
    await server.call(api.auth.signUp, { body: { ...newcomer(email), returnTo } }, undefined, elsewhere())
    expect(await returnIn(email)).toBe(returnTo)
    expect((await resend(email, elsewhere(), { returnTo: '/years' })).status).toBe(200)
    expect(await returnIn(email, 1)).toBe('/years')
  })

  test.each(['https://evil.test/', '//evil.test/', '/..//evil.test/', 'javascript:alert(1)'])(
    'doesn’t carry %s',
    async (returnTo) => {
      const email = `${returnTo.length}-away@example.com`
      await server.call(api.auth.signUp, { body: { ...newcomer(email), returnTo } }, undefined, elsewhere())
      expect(await returnIn(email)).toBeNull()
    },
  )
})

describe('verifying an address', () => {
  test('succeeds with the mailed link, and again on a second visit', async () => {
    const token = await signedUp('ann@example.com')
    expect((await verify({ token, email: 'ann@example.com' })).status).toBe(200)
    expect((await verify({ token, email: 'Ann@Example.com' })).status).toBe(200)
    const { body } = await server.call(
      api.auth.signIn,
      { body: { email: 'ann@example.com', password: newcomer('').password } },
      undefined,
      elsewhere(),
    )
    expect(body.isActive).toBe(true)
  })

  test('succeeds for a link that’s opened several times at once', async () => {
    const token = await signedUp('double@example.com')
    const opened = Array.from({ length: 5 }, () => verify({ token, email: 'double@example.com' }))
    expect((await Promise.all(opened)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })

  test("fails with another's address, a made-up token, or none", async () => {
    const token = await signedUp('bob@example.com')
    for (const query of [
      { token, email: 'ann@example.com' },
      { token: `${token.slice(0, -1)}x`, email: 'bob@example.com' },
      { token: '', email: '' },
    ]) {
      const { status, body } = await verify(query)
      expect(status).toBe(400)
      expect(body).toMatchObject({ message: authRefusals.badVerification.message })
    }
  })

  test('fails after 24 hours', async () => {
    const token = await signedUp('late@example.com')
    await server.deps.db.updateTable('oneTimeTokens').set({ expiresAt: new Date() }).execute()
    expect((await verify({ token, email: 'late@example.com' })).status).toBe(400)
  })

  test('keeps no token that could be read from the database', async () => {
    const token = await signedUp('hash@example.com')
    const rows = await server.deps.db.selectFrom('oneTimeTokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    const lasts = rows.at(-1)!.expiresAt.getTime() - rows.at(-1)!.createdAt.getTime()
    expect(lasts).toBe(24 * 3_600_000)
  })
})

describe('asking for the link again', () => {
  test('sends another one; both work', async () => {
    const first = await signedUp('again@example.com')
    const { status, body } = await resend('Again@example.com')
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'A new verification email has been sent. Please check your inbox.',
    })
    const second = await tokenIn('again@example.com', 1)
    expect(second).not.toBe(first)
    expect((await verify({ token: second, email: 'again@example.com' })).status).toBe(200)
    expect((await verify({ token: first, email: 'again@example.com' })).status).toBe(200)
  })

  test('tells a verified user that there’s nothing left to verify', async () => {
    await server.addUser('done@example.com')
    expect((await resend('done@example.com')).status).toBe(200)
    const mail = await server.outbox.waitFor('done@example.com')
    expect(mail.subject).toBe('Your email is already verified')
  })

  test('names an address that is not known', async () => {
    const { status, body } = await resend('unknown@example.com')
    expect(status).toBe(404)
    expect(body).toMatchObject({ message: 'Email not found. Please check and try again.' })
  })

  test('cannot be used to flood a mailbox', async () => {
    await signedUp('flood@example.com')
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await resend('flood@example.com')).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})
