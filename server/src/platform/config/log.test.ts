import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('a database error is logged without its connection and the row it quotes', () => {
  const lines = new PassThrough()
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ann@example.com) already exists.',
    client: { password: 'hunter2' },
  })
  createLog('warn', lines).warn({ err: error }, 'that did not work')
  const line = String(lines.read())
  expect(JSON.parse(line)).toMatchObject({
    msg: 'that did not work',
    err: { message: 'duplicate key', code: '23505' },
  })
  expect(line).not.toContain('ann@example.com')
  expect(line).not.toContain('hunter2')
})

test('an error of the payment provider is logged without the payment and the payer', () => {
  const lines: string[] = []
  const intent = { client_secret: 'pi_1_secret_2', billing_details: { email: 'ann@example.com' } }
  const refused = Object.assign(new Error('No such thing'), {
    code: 'payment_intent_unexpected_state',
    statusCode: 400,
    raw: { payment_intent: intent },
    payment_intent: intent,
  })
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  log.warn({ err: refused }, 'alone')
  log.warn({ err: new AggregateError([refused], 'all failed') }, 'among others')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    err: { message: 'No such thing', code: 'payment_intent_unexpected_state', statusCode: 400 },
  })
  expect(JSON.parse(lines[1]!)).toMatchObject({
    err: { message: 'all failed', aggregateErrors: [{ message: 'No such thing' }] },
  })
  expect(lines.join()).not.toMatch(/secret|ann@example/)
})

test.each([
  ['the payment provider', (cause: Error) => Object.assign(new Error('No connection'), { detail: cause })],
  ['another service', (cause: Error) => new Error('fetch failed', { cause })],
])('an error of the connection to %s is logged with what the network said', (_, wrap) => {
  const lines: string[] = []
  const cause = Object.assign(new Error(''), { code: 'CERT_HAS_EXPIRED', host: 'ann@example.com' })
  createLog('warn', { write: (line) => void lines.push(line) }).warn({ err: wrap(cause) }, 'outage')
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { causeCode: 'CERT_HAS_EXPIRED' } })
  expect(lines[0]).not.toContain('ann@example.com')
})

test('an error about a wrong address is logged without the address, which may contain a password', () => {
  const lines: string[] = []
  const error = new TypeError('Invalid URL')
  Object.assign(error, { code: 'ERR_INVALID_URL', input: 'smtp://ann:hunter/2@mail.example.com' })
  createLog('warn', { write: (line) => void lines.push(line) }).warn({ err: error }, 'that did not work')
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { message: 'Invalid URL', code: 'ERR_INVALID_URL' } })
  expect(lines[0]).not.toContain('hunter')
})

test('an address is logged without its query, and without an email in its path', () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  for (const url of [
    '/api/resend/ann@example.com?x=1',
    '/api/resend/ann%40example.com',
    '/api/uploads/7?q=a@b',
  ])
    log.warn({ req: { id: '1', method: 'GET', url } }, 'asked')
  expect(lines.map((line) => JSON.parse(line).req.path)).toEqual([
    '/api/resend/…',
    '/api/resend/…',
    '/api/uploads/7',
  ])
})
