import type { LodgedReturn, LodgedVia } from '@docketbox/contract'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { hasChanged } from '#platform/database/queries/as-read.ts'
import type { Db } from '#platform/database/database.ts'
import type { IncomeYears } from '#platform/database/row-types.ts'

export type YearRow = Pick<
  Selectable<IncomeYears>,
  'incomeYear' | 'lodgedOn' | 'amendedOn' | 'isDisputed' | 'keptAt'
> & { lodgedVia: LodgedVia | null }

const columns = ['incomeYear', 'lodgedOn', 'lodgedVia', 'amendedOn', 'isDisputed', 'keptAt'] as const

/** When the owner lodged their return; null while that isn't known. */
export function lodgedReturnOf(row: YearRow | undefined): LodgedReturn | null {
  if (!row?.lodgedOn || !row.lodgedVia) return null
  return { lodgedOn: row.lodgedOn, via: row.lodgedVia, amendedOn: row.amendedOn }
}

export function listYearRows(db: Db, ownerId: string): Promise<YearRow[]> {
  return selectYears(db, ownerId).execute() as Promise<YearRow[]>
}

export function findYearRow(db: Db, ownerId: string, incomeYear: number): Promise<YearRow | undefined> {
  return selectYears(db, ownerId).where('incomeYear', '=', incomeYear).executeTakeFirst() as Promise<
    YearRow | undefined
  >
}

function selectYears(db: Db, ownerId: string) {
  return db.selectFrom('incomeYears').select(columns).where('ownerId', '=', ownerId)
}

/**
 * Changes what is known about a year.
 * @param isUnchanged whether its row may still be changed.
 */
export async function saveYear(
  db: Db,
  key: Pick<Insertable<IncomeYears>, 'ownerId' | 'incomeYear'>,
  change: Updateable<IncomeYears>,
  isUnchanged = sql<boolean>`true`,
): Promise<void> {
  await db
    .insertInto('incomeYears')
    .values({ ...change, ...key })
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'incomeYear']).doUpdateSet(change).where(isUnchanged),
    )
    .returning('incomeYear')
    .executeTakeFirstOrThrow(hasChanged)
}

export type YearTotal = { incomeYear: number; receipts: number; spentCents: number; claimableCents: number }

/** How many receipts each income year has, and what they add up to. */
export async function totalsByYear(db: Db, ownerId: string): Promise<YearTotal[]> {
  const { rows } = await sql<YearTotal>`
    select income_year, sum(receipts)::int as receipts, sum(total_cents)::bigint as spent_cents,
      sum(claimable_cents)::bigint as claimable_cents
    from receipt_totals where owner_id = ${ownerId} group by income_year having sum(receipts) > 0`.execute(db)
  return rows
}

export type AssetCount = { incomeYear: number; lastClaimedYear: number; receipts: number }

/** How many receipts for assets each income year has, by the year they're claimed in for the last time. */
export async function countAssets(db: Db, ownerId: string): Promise<AssetCount[]> {
  const { rows } = await sql<AssetCount>`
    select income_year, last_claimed_year, count(*)::int as receipts from receipts
    where owner_id = ${ownerId} and last_claimed_year is not null and deleted_at is null
    group by 1, 2`.execute(db)
  return rows
}
