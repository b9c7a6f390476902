import type { Db } from '#platform/database/database.ts'

export function listCategories(db: Db): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('categories').select(['id', 'name']).orderBy('position').execute()
}
