import type pg from 'pg'

const READ_ONLY_TRANSACTION = '25006'

/**
 * Makes a pool replace its connections once one of them can no longer write: after a failover, they may still lead to the
 * server that was the primary. Each is closed when it's next released.
 */
export function dropReadOnlyConnections(pool: pg.Pool): void {
  const openedIn = new WeakMap<pg.PoolClient, number>()
  let generation = 0
  pool.on('connect', (client) => {
    const own = generation
    openedIn.set(client, own)
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY_TRANSACTION && own === generation) generation++
    })
  })
  pool.on('release', (_, client) => {
    if (openedIn.get(client) !== generation) void client.end()
  })
}
