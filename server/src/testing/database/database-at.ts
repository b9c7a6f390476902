import { onTestFinished } from 'vitest'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { createDatabase } from './create-database.ts'

/** A database as the release with this last migration left it. */
export async function databaseAt(lastMigration: string): Promise<Db> {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const { db, close } = openDatabase(url, {
    maxConnections: 1,
    onLost: () => undefined,
    onQuery: () => undefined,
  })
  onTestFinished(close)
  await migrate(db, lastMigration)
  return db
}
