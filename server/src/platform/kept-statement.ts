import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'

const names = new Map<string, string>()

/**
 * Has each connection keep the plan of a statement from its first run on.
 * @param text as it is sent; texts are remembered for good, so there must be few of them.
 */
export function keepPlanOf(text: string): void {
  if (!names.has(text)) names.set(text, `kept_${names.size + 1}`)
}

/**
 * A statement asked over and over, written once: each connection has it planned once and keeps the plan, and nothing
 * is built or renamed on the way. That is half of the time of a small statement, here and in the database.
 * @param text SQL in which `:name` stands for a value. Its rows come back as they are, so name the columns one by one
 *   and as they are to be called: `owner_id as "ownerId"`. (A kept plan that answers `*` fails once a column is added.)
 */
export function keptStatement<Values extends Record<string, unknown>, Row>(
  text: string,
): (db: Db, values: Values) => Promise<Row[]> {
  const places: string[] = []
  const numbered = text.replace(/(?<!:):([a-z]\w*)/gi, (_, name: string) => {
    if (!places.includes(name)) places.push(name)
    return `$${places.indexOf(name) + 1}`
  })
  keepPlanOf(numbered)
  return async (db, values) => {
    const asked = CompiledQuery.raw(
      numbered,
      places.map((name) => values[name]),
    )
    const { rows } = await db.withoutPlugins().executeQuery<Row>(asked)
    return rows
  }
}

/** `receipts.owner_id as "ownerId", …` */
export function namedColumns(table: string, columns: readonly string[]): string {
  return columns.map((name) => `${table}.${snakeCase(name)} as "${name}"`).join(', ')
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (part) => `_${part.toLowerCase()}`)
}

/** A connection that keeps the plans of such statements. */
export class PlanKeepingClient extends pg.Client {
  override query = ((asked: string | pg.QueryConfig, ...rest: [unknown[]]) => {
    const name = typeof asked === 'string' ? names.get(asked) : undefined
    return super.query(name === undefined ? asked : { name, text: asked as string }, ...rest)
  }) as pg.Client['query']
}
