import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { commonRefusals } from '@docketbox/contract'
import { type S3, startS3 } from '@docketbox/local/s3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer } from '#testing/harness.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { storeCalls } from './calls.ts'
import { s3Store } from './store.ts'

const [IDLE_MS, BREAK_MS] = [250, 2_000]

let folder: string
let s3: S3
let line: Awaited<ReturnType<typeof startLine>>
let store: FileStore
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docketbox-outage-'))
  s3 = await startS3()
  line = await startLine(s3)
  const incoming = join(folder, 'incoming')
  const settings = { ...s3, url: line.url, incoming, connectMs: IDLE_MS, idleMs: IDLE_MS, breakMs: BREAK_MS }
  store = await s3Store(settings, () => new Date())
})
afterAll(async () => {
  line.stop()
  await s3.stop()
  await rm(folder, { recursive: true })
})

const save = () => store.receive(Readable.from([Buffer.from('Shell 42.17')]), { limitBytes: 1000 })

test('a bucket that hangs is given up on, then left alone for a moment, and used again once it answers', async () => {
  const { sha256 } = await save()
  line.hang()
  const refused = { spec: commonRefusals.unavailable, retryAfterSeconds: BREAK_MS / 1000 }
  for (const attempt of [save, () => store.open(sha256), () => store.has(sha256)])
    await expect(attempt()).rejects.toMatchObject(refused)
  const connections = line.connections()
  for (let i = 0; i < 20; i++) await expect(store.has(sha256)).rejects.toMatchObject(refused)
  expect(line.connections()).toBe(connections)
  line.resume()
  await expect.poll(() => store.has(sha256).catch(() => false)).toBe(true)
})

test.each([
  ['in an archive', 'InvalidObjectState'],
  ['that mustn’t be deleted', 'AccessDenied'],
])('a file %s is a matter of that file, not of the bucket', async (_, name) => {
  const error = Object.assign(new Error(), { name, $metadata: { httpStatusCode: 403 } })
  await expect(storeCalls()(() => Promise.reject(error))).rejects.toBe(error)
})

test('readiness names a bucket that hangs, within moments', async () => {
  const server = await startTestServer({
    S3_URL: line.url,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const ask = async () => (await fetch(`${server.url}/readyz`)).json() as Promise<unknown>
  expect(await ask()).toEqual({ status: 'ready' })
  line.hang()
  expect(await ask()).toEqual({ status: 'ready', warnings: ['files'] })
  line.resume()
})

/** A line to the service that can stop carrying anything. */
async function startLine({ url }: S3) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let isHanging = false
  let connections = 0
  const server: Server = createServer((socket) => {
    connections++
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    const onward = connect(Number(target.port), target.hostname)
    onward.on('error', () => socket.destroy())
    socket.on('data', (bytes) => isHanging || onward.write(bytes))
    onward.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    hang: () => void (isHanging = true),
    resume() {
      isHanging = false
      // What was lost in between never arrives.
      for (const socket of sockets) socket.destroy()
    },
    stop() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
