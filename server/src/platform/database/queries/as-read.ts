import { commonRefusals } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import { Refusal } from '../../http/refusal.ts'

/**
 * Limits an upsert to a row that's still as its caller read it, or is already as they save it, such as by a retry.
 * @param saved the columns to compare, with their new values.
 * @param known what the caller read, null for no row. Without it, any row is replaced.
 */
export function isAsRead<Row extends Record<string, unknown>>(
  table: string,
  saved: Row,
  known: Record<keyof Row, unknown> | null | undefined,
): RawBuilder<boolean> {
  if (known === undefined) return sql`true`
  const names = Object.keys(saved)
  const columnsOf = (table: string) => sql.join(names.map((name) => sql.ref(`${table}.${name}`)))
  const isSaved = sql<boolean>`(${columnsOf(table)}) is not distinct from (${columnsOf('excluded')})`
  if (known === null) return isSaved
  const values = sql.join(names.map((name) => known[name]))
  return sql`((${columnsOf(table)}) is not distinct from (${values}) or ${isSaved})`
}

/** Refuses an upsert that returned no row because of `isAsRead`. */
export const hasChanged = () => new Refusal(commonRefusals.changed)
