import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#platform/config/deps.ts'

/** Health checks don't wait long. */
const MAX_CHECK_MS = 1_800

/** `/healthz`: the process responds. `/readyz`: so does everything it depends on; warnings don't make it unready. */
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
    const failing: string[] = []
    const runCheck = async ([name, check]: [string, () => Promise<unknown>]) => {
      await withinTime(check()).catch((err: unknown) => {
        log.warn({ err }, `not ready: ${name}`)
        failing.push(name)
      })
    }
    const more = withinTime(details()).catch(() => ({}))
    await Promise.all(Object.entries(checks).map(runCheck))
    const isLow = await disk.space().then(
      (space) => space.isLow,
      () => false,
    )
    const facts = { ...(isLow && { warnings: ['disk'] }), ...(await more) }
    return failing.length === 0
      ? { status: 'ready', ...facts }
      : reply.code(503).send({ status: 'not ready', failing, ...facts })
  })
}

async function withinTime<T>(check: Promise<T>): Promise<T> {
  const late = wait(MAX_CHECK_MS, undefined, { ref: false }).then((): never => {
    throw new Error('It doesn’t respond.')
  })
  for (const either of [check, late]) either.catch(() => undefined)
  return Promise.race([check, late])
}
