import {
  MAX_VIEWS,
  type Output,
  type Parsed,
  type receiptEndpoints,
  receiptRefusals,
} from '@docketbox/contract'
import { sql } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import { wholeList } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'

type View = Parsed<typeof receiptEndpoints.saveView>['body']

export async function listViews(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Pick<Scope, 'ownerId'>,
): Promise<Output<typeof receiptEndpoints.views>> {
  const rows = await db
    .selectFrom('savedViews')
    .select(['id', 'name', 'filter', 'sort'])
    .where('ownerId', '=', ownerId)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .orderBy('id')
    .execute()
  return wholeList(rows.map(({ id, ...view }) => ({ _id: id, ...(view as View) })))
}

/**
 * Saves a view, or changes the one with this id.
 * @throws Refusal when the owner has too many.
 */
export function saveView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { ownerId }: Scope,
  id: string,
  { name, filter, sort }: View,
): Promise<{ _id: string }> {
  return inTransaction(db, async (db) => {
    // One at a time, so that two tabs can't save more than are allowed.
    await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 0))`.execute(db)
    const { count } = await db
      .selectFrom('savedViews')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('ownerId', '=', ownerId)
      .where('id', '<>', id)
      .executeTakeFirstOrThrow()
    if (count >= MAX_VIEWS) throw new Refusal(receiptRefusals.tooManyViews)
    const view = { name, filter: JSON.stringify(filter), sort }
    await db
      .insertInto('savedViews')
      .values({ ...view, ownerId, id, createdAt: now() })
      .onConflict((conflict) => conflict.columns(['ownerId', 'id']).doUpdateSet(view))
      .execute()
    return { _id: id }
  })
}

export async function removeView(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Scope,
  id: string,
): Promise<{ _id: string }> {
  await db.deleteFrom('savedViews').where('ownerId', '=', ownerId).where('id', '=', id).execute()
  return { _id: id }
}
