import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { commonRefusals } from '@docketbox/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toRefusal } from '#platform/http/refusal.ts'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { openDatabase } from '#platform/database/database.ts'

const LIMITS = { silenceMs: 300, probeMs: 300 }
let network: Awaited<ReturnType<typeof startNetwork>>
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await cloneDatabase()
  drop = database.drop
  network = await startNetwork(database.url)
})
afterAll(async () => {
  network.stop()
  await drop()
})

/** Lies between a client and the database, and can be cut: bytes are lost, and neither side learns of it. */
async function startNetwork(url: string) {
  const address = new URL(url)
  const folder = address.searchParams.get('host')
  const target = folder
    ? { path: `${folder}/.s.PGSQL.5432` }
    : { host: address.hostname, port: Number(address.port || 5432) }
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    const upstream = connect(target)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      let isLost = false
      from.on('data', (bytes) => {
        // What TCP would have to repeat is never repeated: the connection is as good as dead.
        isLost ||= isCut
        if (!isLost) to.write(bytes)
      })
      from.on('error', () => undefined)
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address.searchParams.delete('host')
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)
  return {
    url: address.href,
    cut: () => (isCut = true),
    mend: () => (isCut = false),
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a cut network is an outage within moments, and new connections work once it’s mended', async () => {
  const { db, close } = openDatabase(network.url, {
    maxConnections: 2,
    silence: LIMITS,
    onLost: () => undefined,
  })
  const ask = () => sql`select 1`.execute(db)
  await Promise.all([ask(), ask()])
  network.cut()
  const errors = await Promise.all([ask(), ask()].map((query) => query.catch((error: unknown) => error)))
  expect(errors.map((error) => toRefusal(error).spec.status)).toEqual([503, 503])
  network.mend()
  await ask()
  await close()
}, 30_000)

test('a slow query keeps its connection, unless it timed out and others would wait for it', async () => {
  const options = { maxConnections: 1, silence: LIMITS, prepare: false, onLost: () => undefined }
  const { db, close } = openDatabase(network.url, { ...options, queryTimeoutMs: 500 })
  await sql`select pg_sleep(1)`.execute(db)
  await expect(sql`select pg_sleep(10)`.execute(db)).rejects.toThrow('Query read timeout')
  await sql`select 1`.execute(db)
  await close()
}, 30_000)

test('the database cancels queries no one is waiting for', async () => {
  const { db, close } = openDatabase(network.url, { queryTimeoutMs: 200, onLost: () => undefined })
  const error = await sql`select pg_sleep(20)`.execute(db).catch((thrown: unknown) => thrown)
  expect(toRefusal(error).spec).toBe(commonRefusals.tookTooLong)
  await close()
}, 15_000)
