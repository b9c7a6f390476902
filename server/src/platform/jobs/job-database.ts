import { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Db as BossDb } from 'pg-boss'
import type { Db } from '#platform/database/database.ts'

/** The queue's own statements, on any connection of a pool or on one. */
export function overPool(pool: pg.Pool | pg.ClientBase): BossDb {
  return { executeSql: (text, values) => pool.query(text, values) }
}

/** The queue's statements as part of a caller's transaction, without the plugins that rename columns. */
export function overKysely(db: Db): BossDb {
  const plain = db.withoutPlugins()
  return {
    async executeSql(text, values) {
      const { rows } = await plain.executeQuery(CompiledQuery.raw(text, values ?? []))
      return { rows }
    },
  }
}
