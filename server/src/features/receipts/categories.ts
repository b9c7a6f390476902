import { receiptRefusals } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { Refusal } from '#platform/http/refusal.ts'

/** The name of a category. @throws Refusal when it doesn't exist. */
export async function requireCategory(db: Db, id: string): Promise<string> {
  const category = await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst()
  if (!category) throw new Refusal(receiptRefusals.unknownCategory)
  return category.name
}
