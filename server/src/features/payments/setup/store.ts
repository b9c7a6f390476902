import type { Db } from '#platform/database/database.ts'

export async function countTestPayments(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('isTest', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/** The first and the last payment intent from before payments said whether they're tests. */
export async function findEarlierIntents(db: Db): Promise<string[]> {
  const find = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('payments')
      .select('providerIntentId')
      .where('isTest', 'is', null)
      .where('providerIntentId', 'is not', null)
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .executeTakeFirst()
  const found = [await find('asc'), await find('desc')]
  return [...new Set(found.flatMap((row) => row?.providerIntentId ?? []))]
}
