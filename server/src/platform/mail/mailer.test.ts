import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mailbox, startMailbox } from '@docketbox/local/mailbox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMailer, MailDelayed, type Mailer, MailRefused, type Message } from './mailer.ts'

let dataDir: string
let mailbox: Mailbox
let mailer: Mailer

const sender = { PRODUCT_NAME: 'Docketbox', MAIL_FROM: 'hello@docketbox.test' }
const message: Message = {
  id: '0199',
  to: 'ann@example.com',
  replyTo: 'help@docketbox.test',
  subject: 'Hello',
  text: 'Hello Ann',
  html: '<p>Hello Ann</p>',
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docketbox-mailer-'))
  mailbox = await startMailbox({ dataDir })
  mailer = createMailer({ ...sender, SMTP_URL: mailbox.smtpUrl })
})

afterAll(async () => {
  mailer.close()
  await mailbox.stop()
  await rm(dataDir, { recursive: true })
})

test('a mail arrives as text and as HTML, from the product, with an id that stays', async () => {
  await mailer.send(message)
  const letter = await mailbox.waitFor('ann@example.com')
  expect(letter).toMatchObject({
    from: 'Docketbox <hello@docketbox.test>',
    to: 'ann@example.com',
    replyTo: 'help@docketbox.test',
    subject: 'Hello',
    html: expect.stringContaining('<p>Hello Ann</p>'),
    text: expect.stringContaining('Hello Ann'),
  })
  const original = await (await fetch(`${mailbox.webUrl}/messages/${letter.id}.eml`)).text()
  expect(original).toContain('Message-ID: <0199@docketbox.test>')
})

describe('an address that is more than one address', () => {
  test.each([
    ['a header smuggled in by a line break', 'victim@example.com\r\nBcc: evil@example.com'],
    ['a list', 'victim@example.com,evil@example.com'],
    ['a list with names', 'Victim <victim@example.com>, Evil <evil@example.com>'],
    ['a group', 'all: victim@example.com, evil@example.com;'],
  ])('%s is not sent', async (_, to) => {
    await expect(mailer.send({ ...message, to })).rejects.toThrow(MailRefused)
    expect(await recipients()).not.toContain('evil@example.com')
    expect(await recipients()).not.toContain('victim@example.com')
  })

  test('as reply address does not add a recipient either', async () => {
    const replyTo = 'victim@example.com\r\nBcc: evil@example.com'
    await mailer.send({ ...message, to: 'kim@example.com', replyTo }).catch(() => undefined)
    await mailer.send({ ...message, to: 'last@example.com' })
    await mailbox.waitFor('last@example.com')
    expect(await recipients()).not.toContain('evil@example.com')
    expect((await headersOf('kim@example.com')) ?? '').not.toMatch(/^Bcc:/im)
  })
})

test('a line break in the subject can’t start a header', async () => {
  await mailer.send({ ...message, to: 'lee@example.com', subject: 'Hi\r\nBcc: evil@example.com' })
  const letter = await mailbox.waitFor('lee@example.com')
  expect(letter.recipients).toEqual(['lee@example.com'])
  expect(await headersOf('lee@example.com')).not.toMatch(/^Bcc:/im)
})

describe('a mail server that says no', () => {
  test.each([
    ['RCPT', '550 5.1.1 No such user ann@example.com', MailRefused],
    ['RCPT', '550-5.1.10 ann@example.com\r\n550 5.1.10 Recipient not found', MailRefused],
    ['RCPT', '451 4.7.1 Greylisted, come again ann@example.com', MailDelayed],
    ['RCPT', '554 5.7.1 <ann@example.com>: Relay access denied', MailDelayed],
    ['RCPT', '550 5.1.8 <hello@docketbox.test>: Sender address rejected: Domain not found', MailDelayed],
    ['RCPT', '550 relay not permitted', MailDelayed],
    ['MAIL', '550 5.4.5 Daily user sending limit exceeded', MailDelayed],
    ['MAIL', '553 5.1.3 Sender address rejected', MailDelayed],
    ['DATA', '554 5.6.0 Not now', MailDelayed],
    ['.', '554 Message rejected: Email address is not verified: hello@docketbox.test', MailDelayed],
  ])('to %s with %s is understood, without repeating the address', async (command, response, kind) => {
    const server = await refusing(command, response)
    const refused = createMailer({ ...sender, SMTP_URL: server.url })
    const error = await refused.send(message).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(kind)
    expect(String(error)).toContain(response.slice(0, 3))
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toContain('ann@example.com')
    refused.close()
    server.stop()
  })

  test('by not being there is asked again later', async () => {
    const server = await refusing('RCPT', '')
    server.stop()
    const missing = createMailer({ ...sender, SMTP_URL: server.url })
    await expect(missing.send(message)).rejects.toThrow(
      new MailDelayed('The mail server answered nothing (ECONNREFUSED, CONN).'),
    )
  })
})

async function recipients(): Promise<string[]> {
  return (await mailbox.messages()).flatMap((letter) => letter.recipients)
}

async function headersOf(to: string): Promise<string | undefined> {
  const letter = (await mailbox.messages()).find((one) => one.recipients.includes(to))
  if (!letter) return undefined
  const original = await (await fetch(`${mailbox.webUrl}/messages/${letter.id}.eml`)).text()
  return original.split('\r\n\r\n')[0]
}

/** An SMTP server that gives this answer to one command, or to the message itself (`.`), and accepts everything else. */
async function refusing(command: string, answer: string) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.write('220 here\r\n')
    let isMessage = false
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (isMessage && !text.endsWith('\r\n.\r\n')) return
      const isRefused = isMessage ? command === '.' : text.startsWith(command)
      isMessage = !isMessage && !isRefused && text.startsWith('DATA')
      socket.write(`${isRefused ? answer : isMessage ? '354 go on' : '250 ok'}\r\n`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}
