import { type ChangedKind, endingOf } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'

/** What counts of each kind, in a fixed order; kinds without records are left out. */
export type Figures = Partial<Record<ChangedKind, unknown[]>>
export type Source = 'records' | 'expenses' | 'taxAnswers'
type Key = { ownerId: string; incomeYear: string; source: Source; changedOn: string }

export async function hasSnapshot(db: Db, { ownerId, incomeYear, source, changedOn }: Key): Promise<boolean> {
  const row = await db
    .selectFrom('figuresBeforeChanges')
    .select('changedOn')
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', endingOf(incomeYear))
    .where('source', '=', source)
    .where('changedOn', '=', changedOn)
    .executeTakeFirst()
  return row !== undefined
}

/** Does nothing if the day already has one, such as by another tab. */
export async function insertSnapshot(db: Db, { incomeYear, ...key }: Key, figures: Figures): Promise<void> {
  await db
    .insertInto('figuresBeforeChanges')
    .values({ ...key, incomeYear: endingOf(incomeYear), figures: JSON.stringify(figures) })
    .onConflict((conflict) => conflict.columns(['ownerId', 'incomeYear', 'source', 'changedOn']).doNothing())
    .execute()
}

/** The figures before the first change after a day; undefined if nothing has changed since. */
export async function figuresAt(
  db: Db,
  { ownerId, incomeYear, source }: Omit<Key, 'changedOn'>,
  day: string,
): Promise<Figures | undefined> {
  const row = await db
    .selectFrom('figuresBeforeChanges')
    .select('figures')
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', endingOf(incomeYear))
    .where('source', '=', source)
    .where('changedOn', '>', day)
    .orderBy('changedOn')
    .limit(1)
    .executeTakeFirst()
  return row?.figures as Figures | undefined
}
