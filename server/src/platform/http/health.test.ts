import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

/** Answers as clamd does. */
const scanner = createServer((socket) => socket.once('data', () => socket.end('PONG\0')))
let server: TestServer
beforeAll(async () => {
  await once(scanner.listen(0, '127.0.0.1'), 'listening')
  const { port } = scanner.address() as AddressInfo
  server = await startTestServer({ SCANNER_URL: `tcp://127.0.0.1:${port}` })
})

const ask = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, body: (await response.json()) as unknown }
}

test('a server that has all it needs is ready', async () => {
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test('a process without its files or its scanner stays ready for everything else, and names them', async () => {
  const files = join(server.deps.config.DATA_DIR, 'files')
  await rename(files, `${files}-away`)
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready', warnings: ['files'] } })
  await rename(`${files}-away`, files)
  scanner.close()
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready', warnings: ['scanner'] } })
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'alive' } })
})
