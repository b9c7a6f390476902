import { CamelCasePlugin, Kysely } from 'kysely'
import pg from 'pg'
import { PreparingClient } from './connections/preparing-client.ts'
import { dropReadOnlyConnections } from './connections/read-only.ts'
import { PooledPostgresDialect } from './dialect.ts'
import type { DB } from './row-types.ts'
import { dropSilentConnections } from './connections/silent.ts'

/** The database or a transaction. */
export type Db = Kysely<DB>

const OID_INT8 = 20
const OID_DATE = 1082
const OID_TIMESTAMPTZ = 1184
const OID_DATE_ARRAY = 1182

/** Connections are replaced regularly, which drops prepared statements no longer used. */
const MAX_LIFETIME_SECONDS = 60 * 60

/** The maximum time for the response to a cancelled query. */
const CANCEL_MS = 2_000

/** Dates as text such as `2026-06-30`, and large integers as numbers. */
export const columnTypes = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === OID_INT8) return Number
    if (oid === OID_DATE) return String
    if (oid === OID_DATE_ARRAY) return daysOf
    if (oid === OID_TIMESTAMPTZ) return timeOf
    return pg.types.getTypeParser(oid, format as 'text')
  }) as typeof pg.types.getTypeParser,
}

type Options = {
  maxConnections?: number
  /** When the database cancels a query, and shortly afterwards we give up on it; 0: never. */
  queryTimeoutMs?: number
  /** When connections without a response are checked. */
  silence?: { silenceMs: number; probeMs: number }
  /** Whether connections prepare statements; not possible behind a pooler that shares connections between transactions. */
  prepare?: boolean
  /** Called when an idle connection breaks; the pool replaces it automatically. */
  onLost: (error: Error) => void
  /** Called after each query with its text, without values. */
  onQuery?: ((sql: string, milliseconds: number) => void) | undefined
}

/**
 * Opens a pool of connections.
 * @param url a postgres:// address.
 */
export function openDatabase(
  url: string,
  { maxConnections = 10, queryTimeoutMs = 60_000, silence, prepare = true, onLost, onQuery }: Options,
): { db: Db; pool: pg.Pool; close: () => Promise<void> } {
  const pool = new pg.Pool({
    Client: prepare ? PreparingClient : pg.Client,
    connectionString: url,
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    // Notices a database server that vanished, so that requests don't wait forever.
    keepAlive: true,
    // Poolers refuse connections that bring their own settings.
    statement_timeout: prepare && queryTimeoutMs,
    query_timeout: queryTimeoutMs && queryTimeoutMs + CANCEL_MS,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    types: columnTypes,
  })
  let isClosing = false
  pool.on('error', (error) => {
    if (!isClosing) onLost(error)
  })
  // If a connection breaks during a query, only that query fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  dropReadOnlyConnections(pool)
  // Without a query timeout, as for migrations, nothing is interrupted.
  const endWatch = queryTimeoutMs > 0 ? dropSilentConnections(pool, silence) : () => undefined
  const db = new Kysely<DB>({
    dialect: new PooledPostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    ...(onQuery && { log: ({ query, queryDurationMillis }) => onQuery(query.sql, queryDurationMillis) }),
  })
  const close = () => {
    isClosing = true
    endWatch()
    return db.destroy()
  }
  return { db, pool, close }
}

const parseTime = pg.types.getTypeParser(OID_TIMESTAMPTZ)

/** `2026-07-01 10:20:30.123456+00`. A page of receipts has 150 of them, for which the general parser allocates a lot. */
function timeOf(text: string): Date {
  const isUtc = text.endsWith('+00') && text[10] === ' '
  return isUtc ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : (parseTime(text) as Date)
}

/** `{2026-07-01,2026-08-01}` */
function daysOf(array: string): string[] {
  return array === '{}' ? [] : array.slice(1, -1).split(',')
}
