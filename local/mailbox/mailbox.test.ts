import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from './index.ts'

let dataDir: string
let mailbox: Mailbox

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'docketbox-mailbox-'))
  mailbox = await startMailbox({ dataDir })
})

afterAll(async () => {
  await mailbox.stop()
  await rm(dataDir, { recursive: true })
})

const verification = {
  to: 'ann@example.com',
  subject: 'Verify your e-mail',
  type: 'text/html; charset=utf-8',
  body: '<p>Hello</p><a class="b" href="http://localhost:3000/verify?token=abc&amp;email=ann%40example.com">Verify</a>',
}

describe('a mail that was sent', () => {
  test('can be awaited before and after it arrives', async () => {
    const awaited = mailbox.waitFor('ann@example.com', { subject: 'Verify' })
    await send(mailbox, verification)

    expect(await awaited).toMatchObject({
      subject: 'Verify your e-mail',
      recipients: ['ann@example.com'],
      links: ['http://localhost:3000/verify?token=abc&email=ann%40example.com'],
    })
    expect(await mailbox.waitFor('ANN@example.com')).toEqual(await awaited)
  })

  test('can be distinguished from earlier ones', async () => {
    await send(mailbox, { ...verification, to: 'bob@example.com', subject: 'First' })
    const first = await mailbox.waitFor('bob@example.com')
    const second = mailbox.waitFor('bob@example.com', { after: first.id })
    await send(mailbox, { ...verification, to: 'bob@example.com', subject: 'Second' })

    expect((await second).subject).toBe('Second')
    expect((await mailbox.waitFor('bob@example.com')).subject).toBe('Second')
  })

  test('lists the real recipients, even if its headers differ', async () => {
    await send(mailbox, { ...verification, to: 'eve@example.com', header: 'Delivered-To: other@example.com' })
    const { recipients } = await mailbox.waitFor('eve@example.com')
    expect(recipients).toEqual(['eve@example.com'])
  })

  test('is stored as a file and still there after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docketbox-mailbox-'))
    const before = await startMailbox({ dataDir: folder })
    await send(before, { ...verification, to: 'kim@example.com' })
    await before.stop()

    const [name] = await readdir(join(folder, 'mail'))
    expect(await readFile(join(folder, 'mail', name!), 'utf8')).toContain('Delivered-To: kim@example.com\r\n')

    const after = await startMailbox({ dataDir: folder })
    await send(after, { ...verification, to: 'kim@example.com', subject: 'Newer' })
    expect((await after.messages()).map(({ subject }) => subject)).toEqual(['Newer', 'Verify your e-mail'])
    expect((await after.messages())[1]).toMatchObject({ recipients: ['kim@example.com'] })
    await after.stop()
    await rm(folder, { recursive: true })
  })
})

test('reports a missing mail together with the mails that came', async () => {
  await expect(mailbox.waitFor('unknown@example.com', { subject: 'Hi', timeoutMs: 20 })).rejects.toThrow(
    /No mail to unknown@example.com \(Hi\) in 20 ms\. There is: .*ann@example.com: Verify your e-mail/,
  )
})

describe('the pages', () => {
  test('list the mail and show it without letting it run or load anything', async () => {
    await send(mailbox, {
      ...verification,
      to: 'lee@example.com',
      body: '<script>alert(1)</script><p>Hi Lee</p>',
    })
    const { id } = await mailbox.waitFor('lee@example.com')

    expect(await (await fetch(mailbox.webUrl)).text()).toContain(`/messages/${id}`)
    const shown = await (await fetch(`${mailbox.webUrl}/messages/${id}`)).text()
    expect(shown).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(shown).not.toContain('alert(1)')

    const framed = await fetch(`${mailbox.webUrl}/messages/${id}/html`)
    expect(framed.headers.get('content-security-policy')).toMatch(/^sandbox [^;]*; default-src 'none'/)
    expect(framed.headers.get('content-security-policy')).not.toContain('script')
    expect(await framed.text()).toContain('<base target="_blank">')
    expect(await (await fetch(`${mailbox.webUrl}/messages/${id}.eml`)).text()).toContain('Subject: Verify')
  })

  test('show when a mail arrived in Sydney', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docketbox-mailbox-'))
    await mkdir(join(folder, 'mail'))
    await writeFile(
      join(folder, 'mail/2026-01-01T13-30-00-000Z.eml'),
      'Delivered-To: kim@example.com\r\n\r\n',
    )
    const { webUrl, stop } = await startMailbox({ dataDir: folder })
    expect(await (await fetch(webUrl)).text()).toMatch(/>2 Jan 2026, 12:30:00\sam</)
    await stop()
    await rm(folder, { recursive: true })
  })

  test('escape the sender’s text', async () => {
    const hostile = '<img src=x onerror=alert(1)>'
    await send(mailbox, {
      to: 'joe@example.com',
      subject: hostile,
      type: 'text/plain',
      body: `${hostile} https://example.com/"a`,
    })
    const { id } = await mailbox.waitFor('joe@example.com')
    const pages = [await fetch(mailbox.webUrl), await fetch(`${mailbox.webUrl}/messages/${id}?view=text`)]
    for (const page of pages) expect(await page.text()).not.toContain('<img')
  })

  test('answer no other host name than this machine', async () => {
    const port = Number(new URL(mailbox.webUrl).port)
    const socket = connect({ host: '127.0.0.1', port })
    socket.end('GET /api/messages HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 403/)
  })

  test('say so when there is no such mail', async () => {
    for (const path of [
      '/messages/nothing',
      '/messages/nothing/html',
      '/messages/..%2f..%2fetc%2fpasswd.eml',
    ]) {
      expect((await fetch(mailbox.webUrl + path)).status).toBe(404)
    }
  })
})

describe('waiting over HTTP', () => {
  test('answers as soon as the mail is there', async () => {
    const waiting = fetch(`${mailbox.webUrl}/api/messages/wait?to=zoe@example.com&subject=Verify`)
    await send(mailbox, { ...verification, to: 'zoe@example.com' })
    expect(await (await waiting).json()).toMatchObject({ recipients: ['zoe@example.com'] })
  })

  test('returns nothing after the timeout', async () => {
    const response = await fetch(`${mailbox.webUrl}/api/messages/wait?to=unknown@example.com&timeoutMs=20`)
    expect(response.status).toBe(204)
  })

  test('does not hold up a stop', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'docketbox-mailbox-'))
    const other = await startMailbox({ dataDir: folder })
    const waiting = fetch(`${other.webUrl}/api/messages/wait?to=unknown@example.com&timeoutMs=60000`)
    const outcome = waiting.then(({ status }) => status).catch(() => 'cut off')
    await fetch(`${other.webUrl}/api/messages`)
    await other.stop()
    expect(await outcome).toBeOneOf([204, 'cut off'])
    await rm(folder, { recursive: true })
  })
})

test('another port is used if the preferred one is taken', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'docketbox-mailbox-'))
  const httpPort = Number(new URL(mailbox.webUrl).port)
  const other = await startMailbox({ dataDir: folder, httpPort })
  expect(other.webUrl).not.toBe(mailbox.webUrl)
  await other.stop()
  await rm(folder, { recursive: true })
})

type Sent = { to: string; subject: string; type: string; body: string; header?: string }

/** Speaks SMTP by hand, so that no mail library stands between the test and the server. */
async function send({ smtpUrl }: Mailbox, { to, subject, type, body, header }: Sent): Promise<void> {
  const { hostname, port } = new URL(smtpUrl)
  const socket = connect({ host: hostname, port: Number(port) })
  const lines = socket.setEncoding('utf8')[Symbol.asyncIterator]()
  const say = async (line: string, expected: string) => {
    if (line !== '') socket.write(`${line}\r\n`)
    const { value } = await lines.next()
    if (!String(value).startsWith(expected)) throw new Error(`${line}: ${String(value)}`)
  }
  await say('', '220')
  await say('HELO test', '250')
  await say('MAIL FROM:<hello@docketbox.example>', '250')
  await say(`RCPT TO:<${to}>`, '250')
  await say('DATA', '354')
  const headers = [
    header,
    'From: Docketbox <hello@docketbox.example>',
    `To: ${to}`,
    `Subject: ${subject}`,
    `Content-Type: ${type}`,
  ]
  await say(`${headers.filter(Boolean).join('\r\n')}\r\n\r\n${body}\r\n.`, '250')
  socket.destroy()
}
