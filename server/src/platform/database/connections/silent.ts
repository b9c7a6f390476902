import type { Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const CHECK_INTERVAL_MS = 500
/** After this long without a byte, we check whether the database can still be reached. */
const SILENCE_MS = 3_000
const PROBE_MS = 3_000
/** Codes of a pooler or server that can't be used, though it answers. */
const OUTAGE = /^(08|57P)/

/** `since`: when it was handed out, or last brought a byte. */
type Use = { isUsed: boolean; bytes: number; since: number }

/**
 * Closes connections that no longer reach the database, for example after a network failure, which TCP would only notice
 * after 15 minutes. Their queries fail, and the next ones take new connections. A query that's only slow keeps its
 * connection until it times out.
 * @returns a function that ends the watch.
 */
export function dropSilentConnections(
  pool: pg.Pool,
  { silenceMs = SILENCE_MS, probeMs = PROBE_MS } = {},
): () => void {
  const uses = new Map<pg.PoolClient, Use>()
  /** A slow query doesn't need a new probe at every check. */
  let nextProbeAt = 0

  /** Notes what the connection has received since. @returns whether it has been silent for too long. */
  function updateSilence(client: pg.PoolClient, use: Use): boolean {
    const { bytesRead } = client.connection.stream as Socket
    if (bytesRead !== use.bytes) Object.assign(use, { bytes: bytesRead, since: performance.now() })
    return performance.now() - use.since >= silenceMs
  }

  async function dropIfUnreachable(): Promise<void> {
    const before = new Map([...uses].map(([client, { bytes }]) => [client, bytes]))
    if (await canReach(pool.options, probeMs)) return
    for (const [client, bytes] of before)
      if ((client.connection.stream as Socket).bytesRead === bytes) client.connection.stream.destroy()
  }

  pool.on('acquire', (client) => {
    const { bytesRead } = client.connection.stream as Socket
    uses.set(client, { isUsed: true, bytes: bytesRead, since: performance.now() })
  })
  pool.on('release', (_, client) => {
    const use = uses.get(client)
    if (!use) return
    // The response to a query that timed out is still due, and the next user of the connection would wait for it.
    if (updateSilence(client, use)) void client.end()
    use.isUsed = false
  })
  pool.on('remove', (client) => uses.delete(client))
  const timer = setInterval(() => {
    const silent = [...uses].filter(([client, use]) => use.isUsed && updateSilence(client, use))
    if (silent.length === 0 || performance.now() < nextProbeAt) return
    nextProbeAt = performance.now() + probeMs + silenceMs
    void dropIfUnreachable()
  }, CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

/** Whether a new connection gets a response in time. */
async function canReach(options: pg.PoolConfig, probeMs: number): Promise<boolean> {
  const client = new pg.Client(options)
  client.on('error', () => undefined)
  const answered = client.connect().then(() => client.query('select 1'))
  // The response may have arrived while this process was busy: it's read before the end of the next turn.
  const late = wait(probeMs, undefined, { ref: false }).then(() => nextTurn(false))
  try {
    return await Promise.race([answered.then(() => true, isReachable), late])
  } finally {
    client.connection.stream.destroy()
  }
}

/** A server that refuses a connection, because it has too many, isn't gone. */
function isReachable(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !OUTAGE.test(error.code ?? '')
}
