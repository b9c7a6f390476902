import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PlanKeepingClient } from './preparing-client.ts'
import { askDirectly } from './prepared-query.ts'
import type { DB } from './row-types.ts'

/** The database or a transaction on it: stores cannot tell the difference. */
export type Db = Kysely<DB>

const OID_INT8 = 20
const OID_DATE = 1082
const OID_DATE_ARRAY = 1182

type Options = {
  maxConnections?: number
  /** When to give up on an answer; 0: never. */
  queryTimeoutMs?: number
  onLost: (error: Error) => void
}

/**
 * Opens a pool of connections.
 * @param url a postgres:// address.
 * @param onLost told when an idle connection breaks; the pool replaces it by itself.
 */
export function openDatabase(
  url: string,
  { maxConnections = 10, queryTimeoutMs = 60_000, onLost }: Options,
): { db: Db; pool: pg.Pool; close: () => Promise<void> } {
  const pool = new pg.Pool({
    Client: PlanKeepingClient,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    // A machine that vanished without a word is noticed, and does not keep requests waiting for ever.
    keepAlive: true,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 30_000,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
        if (oid === OID_INT8) return Number
        if (oid === OID_DATE) return String
        if (oid === OID_DATE_ARRAY) return daysOf
        return pg.types.getTypeParser(oid, format as 'text')
      }) as typeof pg.types.getTypeParser,
    },
  })
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) onLost(error)
  })
  // A connection that breaks in the middle of a transaction: whoever asked is told, and nobody else has to be.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
  askDirectly(db, pool)
  const close = () => {
    isClosing = true
    return db.destroy()
  }
  return { db, pool, close }
}

/** `{2026-07-01,2026-08-01}` */
function daysOf(array: string): string[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',')
}
