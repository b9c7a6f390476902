import { startTestServer, type TestServer } from '#testing/harness.ts'
import { linkIn } from '#testing/outbox.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Mail } from './mail.ts'
import { MailDelayed, MailRefused } from './mailer.ts'
import { inTransaction } from '#platform/database/transaction.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const mail: Mail = {
  to: 'ann@example.com',
  subject: 'Reset your password',
  heading: 'Choose a new password',
  paragraphs: ['You asked for it.'],
  button: { label: 'Choose', url: 'http://docketbox.test/reset-password?token=canary-9f2c' },
  reason: 'You’re receiving this because a password reset was requested for this address.',
}

describe('a mail queued with a change', () => {
  test('is sent if the transaction commits', async () => {
    await inTransaction(server.deps.db, (trx) => server.deps.mail.queue(trx, mail))
    const sent = await server.outbox.waitFor('ann@example.com')
    expect(sent.subject).toBe('Reset your password')
    expect(linkIn(sent, 'http://docketbox.test/reset')).toBe(mail.button!.url)
    expect(sent.html).toContain('Docketbox')
    expect(sent.replyTo).toBe('support@docketbox.local')
  })

  test('isn’t sent if the transaction is rolled back', async () => {
    const undone = inTransaction(server.deps.db, async (trx) => {
      await server.deps.mail.queue(trx, { ...mail, to: 'undone@example.com' })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await server.deps.mail.queue(server.deps.db, { ...mail, to: 'done@example.com' })
    await server.outbox.waitFor('done@example.com')
    expect(server.outbox.sent.map(({ to }) => to)).not.toContain('undone@example.com')
  })

  test('is stored encrypted', async () => {
    await server.deps.mail.queue(server.deps.db, { ...mail, to: 'stored@example.com' })
    await server.outbox.waitFor('stored@example.com')
    const { rows } = await sql`select job::text as line from pgboss.job`.execute(server.deps.db)
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/canary|stored@example/)
  })

  test.each([
    'victim@example.com\r\nBcc: evil@example.com',
    'victim@example.com,evil@example.com',
    'Ann <a@example.com>',
    '',
  ])('is refused for the address %j', async (to) => {
    const queued = async () => server.deps.mail.queue(server.deps.db, { ...mail, to })
    await expect(queued()).rejects.toThrow(z.ZodError)
    const replied = async () => server.deps.mail.queue(server.deps.db, { ...mail, replyTo: to })
    await expect(replied()).rejects.toThrow(z.ZodError)
  })
})

describe('a mail that could not be sent', () => {
  test('is retried if the mail server was unavailable', async () => {
    const to = 'later@example.com'
    server.outbox.failFor(to, new MailDelayed('The mail server answered nothing (ECONNREFUSED, CONN).'))
    await server.deps.mail.queue(server.deps.db, { ...mail, to })
    const waiting = await vi.waitUntil(async () => (await mailJobs('retry'))[0], { timeout: 30_000 })
    expect(waiting.secondsToWait).toBeGreaterThan(1)
    expect(waiting.line).not.toContain(to)
  })

  test('is retried for nearly three days, so that a weekend without a mail server loses none', async () => {
    await server.deps.mail.queue(server.deps.db, { ...mail, to: 'weekend@example.com' })
    const { rows } = await sql<{ retries: number; delay: number; maxDelay: number }>`
      select retry_limit as retries, retry_delay as delay, retry_delay_max as max_delay
      from pgboss.job where name = 'mail' order by created_on desc limit 1`.execute(server.deps.db)
    const { retries, delay, maxDelay } = rows[0]!
    const shortest = Array.from({ length: retries }, (_, n) => Math.min(delay * 2 ** n, maxDelay))
    expect(shortest.reduce((sum, seconds) => sum + seconds, 0)).toBeGreaterThan(66 * 60 * 60)
  })

  test('isn’t retried if it was refused, and is logged without personal data', async () => {
    const logged = vi.spyOn(server.deps.log, 'error')
    const to = 'refused@example.com'
    server.outbox.failFor(to, new MailRefused('The mail server answered 550 (EENVELOPE, RCPT TO).'))
    await server.deps.mail.queue(server.deps.db, { ...mail, to })
    await vi.waitUntil(() => logged.mock.calls.length > 0, { timeout: 30_000 })
    expect(logged).toHaveBeenCalledExactlyOnceWith(
      { job: 'mail', id: expect.any(String), err: expect.any(MailRefused) },
      'a mail was refused permanently',
    )
    logged.mockRestore()
  })
})

async function mailJobs(state: string): Promise<Array<{ line: string; secondsToWait: number }>> {
  const { rows } = await sql<{ line: string; secondsToWait: number }>`
    select job::text as line, extract(epoch from start_after - started_on)::float as seconds_to_wait
    from pgboss.job where name = 'mail' and state::text = ${state}`.execute(server.deps.db)
  return rows
}
