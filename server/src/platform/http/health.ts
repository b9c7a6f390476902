import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'

/** Health checks don't wait long. */
const MAX_CHECK_MS = 1_800

/**
 * `/healthz`: the process responds. `/readyz`: so does the database. Whatever else doesn't respond is a warning: all
 * processes share it, so a load balancer would drop every one of them.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, disk, files, log, scanner }: Pick<Deps, 'db' | 'disk' | 'files' | 'log' | 'scanner'>,
  /** Adds to the response of `/readyz`. */
  details: () => Promise<object>,
): void {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (_, reply) => {
    // The queue lives in the database.
    const checks = {
      database: () => sql`select 1`.execute(db),
      files: () => files.ready(),
      ...(scanner && { scanner: () => scanner.ready() }),
    }
    const silent: string[] = []
    const runCheck = async ([name, check]: [string, () => Promise<unknown>]) => {
      await withinTime(check()).catch((err: unknown) => {
        log.warn({ err }, `no response: ${name}`)
        silent.push(name)
      })
    }
    const more = withinTime(details()).catch(() => ({}))
    await Promise.all(Object.entries(checks).map(runCheck))
    const isLow = await disk.space().then(
      (space) => space.isLow,
      () => false,
    )
    const warnings = [...silent.filter((name) => name !== 'database'), ...(isLow ? ['disk'] : [])]
    const facts = { ...(warnings.length > 0 && { warnings }), ...(await more) }
    return silent.includes('database')
      ? reply.code(503).send({ status: 'not ready', failing: ['database'], ...facts })
      : { status: 'ready', ...facts }
  })
}

async function withinTime<T>(check: Promise<T>): Promise<T> {
  const late = wait(MAX_CHECK_MS, undefined, { ref: false }).then((): never => {
    throw new Error('It doesn’t respond.')
  })
  for (const either of [check, late]) either.catch(() => undefined)
  return Promise.race([check, late])
}
