import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { columnTypes, type Db } from '@docketbox/server/database'

/** Times and explains the product's own queries. */
export type Explained = {
  /** For the product's stores. */
  db: Db
  /** The time some work takes, and the plans of its queries. */
  explain: (work: () => Promise<unknown>) => Promise<{ milliseconds: number; plans: string[] }>
  close: () => Promise<void>
}

type Plan = {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  Plans?: Plan[]
}

/** Opens one connection whose queries can be timed and explained. */
export function openExplained(url: string): Explained {
  const pool = new pg.Pool({ connectionString: url, max: 1, types: columnTypes })
  let queries: CompiledQuery[] = []
  const db: Db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: ({ query }) => void queries.push(query),
  })
  return {
    db,
    explain: async (work) => {
      const began = performance.now()
      queries = []
      await work()
      const milliseconds = performance.now() - began
      const plans = []
      for (const { sql, parameters } of queries.filter(({ sql }) => /^\s*(select|with)/i.test(sql))) {
        const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
          `explain (format json) ${sql}`,
          [...parameters],
        )
        plans.push(pathsOf(rows[0]!['QUERY PLAN'][0].Plan).join(' + '))
      }
      return { milliseconds, plans }
    },
    close: () => db.destroy(),
  }
}

/** How each table is accessed: an index by name, or the whole table. */
function pathsOf({ 'Node Type': kind, Plans = [], ...node }: Plan): string[] {
  const below = Plans.flatMap(pathsOf)
  if (node['Index Name']) return [`${kind} ${node['Index Name']}`, ...below]
  return kind === 'Seq Scan' ? [`Seq Scan ${node['Relation Name']}`, ...below] : below
}
