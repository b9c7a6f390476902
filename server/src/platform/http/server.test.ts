import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { api, type Output } from '@docketbox/contract'
import { MINUTE_MS } from '@docketbox/contract/core/units'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber } from '#testing/receipts.ts'

type Views = Output<typeof api.receipts.views>

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test('every error has a readable sentence', async () => {
  const admin = await server.addUser('admin@example.com', { role: 'Admin' })
  const ask = async (query: string) => {
    const headers = { authorization: `Bearer ${admin.token}` }
    const response = await fetch(`${server.url}/api/subscriptions?${query}`, { headers })
    return ((await response.json()) as { fields: object }).fields
  }
  expect(await ask(`page=0&limit=1e9&plan=${'x'.repeat(41)}`)).toEqual({
    page: 'This must be at least 1.',
    limit: 'This can be at most 100.',
    plan: 'This can have at most 40 characters.',
  })
  expect(await ask('page=first')).toEqual({ page: 'This isn’t valid.' })
})

test('half an emoji, cut in two by a field’s maximum, is replaced, and nothing else is', async () => {
  const { token } = await addSubscriber(server, 'emoji@example.com')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const name = String.raw`\ud83d\uDE00 \\ud83d \"\ude00`
  const body = `{"name":"${name}","filter":{"q":"coffee \\uD83D"},"sort":"date"}`
  const save = await fetch(`${server.url}/api/receipts/views/${randomUUID()}`, {
    method: 'POST',
    headers,
    body,
  })
  expect(save.status).toBe(200)
  const { docs } = (await (await fetch(`${server.url}/api/receipts/views`, { headers })).json()) as Views
  expect(docs).toMatchObject([
    { name: '\u{1F600} \\ud83d "\uFFFD', filter: { q: 'coffee \uFFFD' }, sort: 'date' },
  ])
})

test('a refusal names at most fifty fields', async () => {
  const body = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`${i} ${'x'.repeat(300)}`, i]))
  const response = await fetch(`${server.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(response.status).toBe(400)
  const { fields } = (await response.json()) as { fields: object }
  expect(Object.keys(fields)).toHaveLength(50)
  expect(JSON.stringify(fields).length).toBeLessThan(20_000)
})

test.each(['/api/auth/options', '/%61pi/auth/options', '/api/nothing', '/%61pi/nothing'])(
  '%s is never cached',
  async (path) => {
    const { headers } = await fetch(server.url + path)
    expect(headers.get('cache-control')).toBe('no-store')
  },
)

describe('every answer', () => {
  test.each([
    ['an API answer', '/api/openapi.json'],
    ['a refusal', '/api/nothing'],
    ['a health check', '/healthz'],
  ])('%s tells the browser to trust nothing in it', async (_, path) => {
    const { headers } = await fetch(server.url + path)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
  })
})

describe('what no route ever sees', () => {
  test.each([
    ['an address that is none', 'GET /api/upload/%ff HTTP/1.1\r\nhost: x\r\n', 400],
    ['an id that never ends', `GET /api/upload/${'x'.repeat(300)} HTTP/1.1\r\nhost: x\r\n`, 414],
    ['what is no HTTP', 'hello\r\n', 400],
    ['more headers than are read', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(20_000)}\r\n`, 431],
  ])('is refused in the one shape of every refusal: %s', async (_, request, status) => {
    const { port } = server.app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    socket.write(`${request}connection: close\r\n\r\n`)
    const [head, body] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toContain(`content-length: ${Buffer.byteLength(body!)}`)
    expect(JSON.parse(body!)).toEqual({ code: 'common.malformed', message: 'We couldn’t read this request.' })
  })
})

test('a call without a body can name the type of a body', async () => {
  const { token } = await server.addUser('typed@example.com')
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}${api.receipts.readingProgress.path}`, {
    method: 'DELETE',
    headers,
  })
  expect(response.status).toBe(200)
})

test('a client that disconnects in the middle of its request is no error', async () => {
  const watched = await startTestServer({ LOG_LEVEL: 'warn' })
  const { port } = watched.app.server.address() as AddressInfo
  const person = await watched.addUser('gone@example.com')
  const heads = [
    'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
    beginningOfPicture(person),
  ]
  for (const head of heads) {
    const responded = new Promise<void>((resolve) => {
      watched.app.server.once('request', (_, response) => response.once('close', () => resolve()))
    })
    const socket = connect(port, '127.0.0.1')
    socket.write(head)
    await once(watched.app.server, 'request')
    socket.destroy()
    await responded
  }
  await watched.app.close()
  expect(watched.logged.filter((line) => !line.includes('"log":"security"'))).toEqual([])
})

test('an upload that falls silent is given up on: a phone that has changed networks doesn’t hang up', async () => {
  const { port } = server.app.server.address() as AddressInfo
  const phone = connect(port, '127.0.0.1')
  const [connection] = (await once(server.app.server, 'connection')) as [Socket]
  phone.write(beginningOfPicture(await server.addUser('moving@example.com')))
  await expect.poll(() => connection.timeout).toBe(2 * MINUTE_MS)
  phone.destroy()
})

test('an upload that was refused before its end doesn’t keep its connection open for good', async () => {
  const { port } = server.app.server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  const [connection] = (await once(server.app.server, 'connection')) as [Socket]
  const upload = beginningOfPicture(await server.addUser('early@example.com'))
  const beginning = Buffer.from(upload.replace('name="file"', 'name="else"'))
  client.write(beginning)
  await once(client, 'data')
  const sent = beginning.length - beginning.indexOf('--x')
  client.write('x'.repeat(1000 - sent))
  await expect.poll(() => connection.bytesRead).toBe(beginning.length + 1000 - sent)
  expect(connection.timeout).toBeGreaterThan(0)
  client.destroy()
})

/** An upload that has only begun. */
function beginningOfPicture({ token }: { token: string }): string {
  return `POST ${api.receipts.uploadPicture.path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000\r\n\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n\x89PNG`
}

describe('closing', () => {
  const connectTo = async ({ app }: TestServer) => {
    const { port } = app.server.address() as AddressInfo
    const socket = connect(port, '127.0.0.1')
    await Promise.all([once(socket, 'connect'), once(app.server, 'connection')])
    return socket
  }

  test('does not wait for a connection that was opened ahead of need', async () => {
    const ending = await startTestServer()
    const ended = once(await connectTo(ending), 'close')
    await ending.app.close()
    await ended
    expect(ending.app.server.listening).toBe(false)
  })

  test('completes the current request and closes its connection', async () => {
    const ending = await startTestServer()
    const socket = await connectTo(ending)
    const requested = once(ending.app.server, 'request')
    socket.write(
      'POST /api/auth/signin HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
    )
    await requested
    const closed = ending.app.close()
    socket.write('{}')
    expect(await text(socket)).toMatch(/^HTTP\/1.1 400 /)
    await closed
  })
})
