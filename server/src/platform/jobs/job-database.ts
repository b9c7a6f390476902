import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db as BossDb } from 'pg-boss'
import type { Db } from '#platform/database/database.ts'
import { keepPlanOf } from '#platform/database/preparing-client.ts'

/** Where the queue asks for itself. */
export function overPool(pool: pg.Pool): BossDb {
  return { executeSql: (text, values) => pool.query(text, values) }
}

/** The queue's statements (one for each job) as part of somebody's transaction, past the plug-ins that rename columns. */
export function overKysely(db: Db): BossDb {
  const plain = db.withoutPlugins()
  return {
    async executeSql(text, values) {
      keepPlanOf(text)
      const { rows } = await plain.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}
