import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

const ask = async (path: string) => {
  const response = await fetch(server.url + path)
  return { status: response.status, body: (await response.json()) as unknown }
}

test('a server that has all it needs is ready', async () => {
  expect(await ask('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

test('a process that lost its files says so, stays alive, and is ready again when they’re back', async () => {
  const files = join(server.deps.config.DATA_DIR, 'files')
  await rename(files, `${files}-away`)
  expect(await ask('/readyz')).toEqual({ status: 503, body: { status: 'not ready', failing: ['files'] } })
  expect(await ask('/healthz')).toEqual({ status: 200, body: { status: 'alive' } })
  await rename(`${files}-away`, files)
  expect((await ask('/readyz')).status).toBe(200)
})
