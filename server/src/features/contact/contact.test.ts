import { api, contactRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { whileLocked } from '#testing/database/locks.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { deleteExpiredMessages, listMessages } from './index.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true', SUPPORT_EMAIL: 'help@docketbox.test' })
})

const message = {
  email: 'ann@example.com',
  phoneNumber: '0412 345 678',
  feedback: 'Hello,\r\nis there an app?',
}

/** A new network address for each call, so that the tests don't share a rate limit. */
let lastByte = 0
const elsewhere = () => ({ 'x-forwarded-for': `203.0.113.${++lastByte}` })
const send = (body: unknown, headers = elsewhere()) =>
  server.call(api.contact.send, { body: body as typeof message }, undefined, headers)
const stored = async () => (await listMessages(server.deps.db, { page: 1, limit: 100 })).rows

async function mailsInLine(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pgboss.job
    where name = 'mail' and state in ('created', 'retry', 'active')`.execute(server.deps.db)
  return rows[0]!.waiting
}

describe('a message from the contact form', () => {
  test('is stored, mailed to us so that we can answer, and acknowledged', async () => {
    const response = await send(message)
    expect(response).toMatchObject({ status: 200, body: { message: 'Message sent successfully!' } })
    expect(await stored()).toEqual([
      {
        id: expect.any(String),
        email: 'ann@example.com',
        phoneNumber: '0412 345 678',
        feedback: 'Hello,\nis there an app?',
        createdAt: expect.any(Date),
      },
    ])
    const ours = await server.outbox.waitFor('help@docketbox.test')
    expect(ours.subject).toBe('New contact message from ann@example.com')
    expect(ours.replyTo).toBe('ann@example.com')
    expect(ours.text).toContain('Hello,\nis there an app?')
    expect(ours.text).toContain('0412 345 678')
    const theirs = await server.outbox.waitFor('ann@example.com')
    expect(theirs.subject).toBe('We’ve received your message')
    expect(theirs.text + theirs.html).not.toContain('is there an app')
    expect(theirs.text).toContain('Just reply to this email.')
    expect(theirs.replyTo).toBe(ours.to)
  })

  test('is stored and mailed only once if it’s sent again after a lost response', async () => {
    const again = { ...message, email: 'again@example.com' }
    for (const status of [200, 200]) expect((await send(again)).status).toBe(status)
    expect((await stored()).filter(({ email }) => email === again.email)).toHaveLength(1)
    expect((await send({ ...again, feedback: 'And another question.' })).body.isConfirmed).toBe(true)
    await expect.poll(mailsInLine, { timeout: 30_000 }).toBe(0)
    const ours = server.outbox.sent.filter(({ subject }) => subject.includes(again.email))
    expect(ours).toHaveLength(2)
  })

  test('is stored and mailed only once if two tabs send it at the same time', async () => {
    const twice = { ...message, email: 'twice@example.com' }
    const beforeInsert = sql`lock table contact_messages in share mode`
    const sendIt = () => send(twice)
    const both = await whileLocked(server.deps.db, beforeInsert, [sendIt, sendIt])
    expect(both.map(({ status, body }) => [status, body.isConfirmed])).toEqual([
      [200, true],
      [200, false],
    ])
    expect((await stored()).filter(({ email }) => email === twice.email)).toHaveLength(1)
    await expect.poll(mailsInLine, { timeout: 30_000 }).toBe(0)
    const mails = server.outbox.sent.filter(({ to, subject }) => `${to} ${subject}`.includes(twice.email))
    expect(mails).toHaveLength(2)
  })

  test('is stored, but not mailed, once too many were mailed, and we’re told where to find it', async () => {
    await send({ ...message, email: 'first@example.com' })
    const limit = server.deps.db.updateTable('rateLimits').where('key', 'like', 'contact mail/%')
    await limit.set({ points: 60 }).execute()
    onTestFinished(async () => void (await limit.set({ points: 1 }).execute()))
    await expect.poll(mailsInLine, { timeout: 30_000 }).toBe(0)
    const sent = server.outbox.sent.length
    for (const email of ['late@example.com', 'later@example.com'])
      expect((await send({ ...message, email })).status).toBe(200)
    expect((await stored())[0]?.email).toBe('later@example.com')
    await expect.poll(mailsInLine, { timeout: 30_000 }).toBe(0)
    expect(server.outbox.sent.slice(sent)).toMatchObject([
      { to: 'help@docketbox.test', text: expect.stringContaining('/admin-dashboard/messages') },
    ])
  })

  test('is treated as plain text, whatever it contains', async () => {
    const feedback = '<script>alert(1)</script> "quotes" & {{7*7}} ${7*7} \u0000\u202E =cmd()'
    await send({ ...message, email: 'html@example.com', feedback })
    const ours = await server.outbox.waitFor('help@docketbox.test', { subject: 'html@example.com' })
    expect(ours.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(ours.html).not.toContain('<script>')
    expect((await stored())[0]?.feedback).toBe('<script>alert(1)</script> "quotes" & {{7*7}} ${7*7}  =cmd()')
  })

  test('has tax file numbers removed, and says so', async () => {
    const feedback = 'My TFN is 123\u{A0}456\u{A0}782, or TFN: 123 456 782 0412 345 678. Is that all right?'
    const { body } = await send({ ...message, email: 'tfn@example.com', feedback })
    expect(body.warning).toContain('tax file number')
    const kept = (await stored())[0]?.feedback
    expect(kept).toBe('My TFN is [number removed], or TFN: [number removed] 0412 345 678. Is that all right?')
    const ours = await server.outbox.waitFor('help@docketbox.test', { subject: 'tfn@example.com' })
    expect(ours.text + ours.html).not.toContain('456')
  })

  test('with a filled trap is refused, and says so in case a browser filled it', async () => {
    const before = (await stored()).length
    const response = await send({ ...message, email: 'bot@example.com', website: 'https://spam.example' })
    expect(response).toMatchObject({ status: 400, body: { message: contactRefusals.trapFilled.message } })
    expect(await stored()).toHaveLength(before)
  })

  test.each([
    ['no fields', {}, ['email', 'feedback', 'phoneNumber']],
    ['blanks', { email: ' ', phoneNumber: ' ', feedback: ' \n ' }, ['email', 'feedback', 'phoneNumber']],
    ['a second recipient', { ...message, email: 'ann@example.com,eve@example.com' }, ['email']],
    ['a hidden copy', { ...message, email: 'ann@example.com\r\nBcc: eve@example.com' }, ['email']],
    ['a name with the address', { ...message, email: '"x" <ann@example.com>' }, ['email']],
    ['a query instead of an address', { ...message, email: { $gt: '' } }, ['email']],
    ['a list of addresses', { ...message, email: ['ann@example.com'] }, ['email']],
    ['an unknown country code', { ...message, phoneNumber: '+999 1234 5678' }, ['phoneNumber']],
    ['no area code', { ...message, phoneNumber: '9123 4567' }, ['phoneNumber']],
    ['far too much', { ...message, feedback: 'x'.repeat(5001) }, ['feedback']],
    ['an unknown key', { ...message, isAdmin: true }, ['isAdmin']],
    ['a list', [message], ['']],
  ])('with %s is refused field by field and not stored', async (_, body, fields) => {
    const before = (await stored()).length
    const response = await send(body)
    expect(response.status).toBe(400)
    const refused = response.body as unknown as { code: string; fields: Record<string, string> }
    expect(refused.code).toBe('common.invalidInput')
    expect(Object.keys(refused.fields).toSorted()).toEqual(fields)
    expect(await stored()).toHaveLength(before)
  })
})

describe('too many messages', () => {
  test('from one address are refused with the time to wait, and others are not', async () => {
    const from = elsewhere()
    const statuses = []
    for (let i = 0; i < 6; i++)
      statuses.push((await send({ ...message, email: `n${i}@example.com` }, from)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const refused = await send(message, from)
    expect(refused.body).toEqual({
      code: 'common.tooManyRequests',
      message: 'Too many attempts. Please try again in 60 minutes.',
    })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(3500)
    expect(seconds).toBeLessThanOrEqual(3600)
    expect((await send({ ...message, email: 'other@example.com' })).status).toBe(200)
  })

  test('reach us, but are confirmed to one address only five times a day', async () => {
    const victim = 'Victim@example.com'
    const areConfirmed = []
    for (let i = 0; i < 7; i++)
      areConfirmed.push((await send({ ...message, email: victim, feedback: `${i}` })).body.isConfirmed)
    expect(areConfirmed).toEqual([true, true, true, true, true, false, false])
    // Other ways to write it lead to the same mailbox.
    const tagged = 'Victim+prize@Example.com'
    expect((await send({ ...message, email: tagged })).status).toBe(200)
    await vi.waitUntil(async () => (await mailsInLine()) === 0, { timeout: 30_000 })
    expect(server.outbox.sent.filter(({ to }) => to === victim)).toHaveLength(5)
    expect(server.outbox.sent.filter(({ to }) => to === tagged)).toHaveLength(0)
    expect((await stored()).filter(({ email }) => email === victim)).toHaveLength(7)
  })
})

test('messages are deleted after a year', async () => {
  await send({ ...message, email: 'old@example.com' })
  const inTenMonths = new Date()
  inTenMonths.setUTCMonth(inTenMonths.getUTCMonth() + 10)
  const inAYear = new Date(Date.now() + 367 * 24 * 60 * 60 * 1000)
  const forget = async (at: Date) => {
    await deleteExpiredMessages.handler(
      { ...server.deps, now: () => at },
      {},
      {
        id: '1',
        attempt: 1,
        isLast: true,
        signal: AbortSignal.timeout(1000),
      },
    )
    return stored()
  }
  expect(await forget(inTenMonths)).not.toHaveLength(0)
  expect(await forget(inAYear)).toHaveLength(0)
})
