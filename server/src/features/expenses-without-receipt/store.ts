import type { DeductionLabel, EvidenceKind, ExpenseTotals, NewExpense } from '@docketbox/contract'
import { type Selectable, sql } from 'kysely'
import { hasChanged, isAsRead } from '#platform/database/queries/as-read.ts'
import type { Db } from '#platform/database/database.ts'
import type { EvidenceRecords } from '#platform/database/row-types.ts'

export type ExpenseRow = Omit<Selectable<EvidenceRecords>, 'ownerId' | 'kind' | 'label'> & {
  kind: EvidenceKind
  label: DeductionLabel | null
}

/** Lets one change of an owner's expenses wait for the other, so that the sum of small expenses stays within its limit. */
export async function lockExpenses(db: Db, ownerId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 1))`.execute(db)
}

/** An expense, even a deleted one. */
export async function findExpense(db: Db, ownerId: string, id: string): Promise<ExpenseRow | undefined> {
  return db
    .selectFrom('evidenceRecords')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .$castTo<ExpenseRow>()
    .executeTakeFirst()
}

/** The total of a year's small expenses, without the one with an id. */
export async function sumSmallExpenses(
  db: Db,
  ownerId: string,
  { incomeYear, without }: { incomeYear: number; without: string },
): Promise<number> {
  const { sum } = await db
    .selectFrom('evidenceRecords')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('sum'))
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', incomeYear)
    .where('kind', '=', 'smallExpense')
    .where('id', '<>', without)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return sum
}

type Entry = Pick<NewExpense, 'known'> & { id: string; enteredBy: string; enteredName: string; at: Date }

const details = [
  'kind',
  'paidOn',
  'supplier',
  'description',
  'amountCents',
  'label',
  'workUsePercent',
  'note',
]
/** Whether an expense that's saved again has the same details. */
const isUnchanged = sql`(${columnsOf('evidenceRecords')}) is not distinct from (${columnsOf('excluded')})`

/** Another date moves an asset's first year, not its last. If none is left after the first, its owner is asked again. */
const claimedYears = sql<number | null>`case when evidence_records.claimed_years > 1
  then nullif(greatest(evidence_records.claimed_years + evidence_records.income_year - excluded.income_year, 1), 1)
  else evidence_records.claimed_years end`

function columnsOf(table: string) {
  return sql.join(details.map((name) => sql.ref(`${table}.${name}`)))
}

/** Adds an expense, or changes or restores the one with this id. Who entered it and when stays. */
export async function upsertExpense(
  db: Db,
  ownerId: string,
  { id, enteredBy, enteredName, at, known }: Entry,
  values: Omit<NewExpense, 'known'>,
): Promise<ExpenseRow> {
  return db
    .insertInto('evidenceRecords')
    .values({ ...values, ownerId, id, enteredBy, enteredName, enteredAt: at, changedAt: at })
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'id'])
        .doUpdateSet({
          ...values,
          changedAt: sql<Date>`case when ${isUnchanged} then evidence_records.changed_at else excluded.changed_at end`,
          claimedYears,
          deletedAt: null,
        })
        .where(isAsRead('evidenceRecords', values, known)),
    )
    .returningAll()
    .$castTo<ExpenseRow>()
    .executeTakeFirstOrThrow(hasChanged)
}

export async function markDeleted(
  db: Db,
  ownerId: string,
  id: string,
  at: Date,
): Promise<ExpenseRow | undefined> {
  return db
    .updateTable('evidenceRecords')
    .set({ deletedAt: sql<Date>`coalesce(deleted_at, ${at})` })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<ExpenseRow>()
    .executeTakeFirst()
}

/** The expenses of a year, the latest first. */
export async function listYear(
  db: Db,
  ownerId: string,
  incomeYear: number,
  { offset, limit, order = 'desc' }: { offset: number; limit: number; order?: 'asc' | 'desc' },
): Promise<ExpenseRow[]> {
  return db
    .selectFrom('evidenceRecords')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', incomeYear)
    .where('deletedAt', 'is', null)
    .orderBy('paidOn', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .$castTo<ExpenseRow>()
    .execute()
}

/** The years that income years with expenses end in. */
export async function listYearsWithExpenses(db: Db, ownerId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('evidenceRecords')
    .select('incomeYear')
    .distinct()
    .where('ownerId', '=', ownerId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ incomeYear }) => incomeYear)
}

/** The income years in which assets are claimed for the last time. */
export async function listLastClaimedYears(db: Db, ownerId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('evidenceRecords')
    .select(sql<number>`income_year + claimed_years - 1`.as('incomeYear'))
    .distinct()
    .where('ownerId', '=', ownerId)
    .where('claimedYears', '>', 1)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ incomeYear }) => incomeYear)
}

/** All expenses of an owner, the deleted ones too, the oldest first. */
export async function listAll(db: Db, ownerId: string): Promise<ExpenseRow[]> {
  return db
    .selectFrom('evidenceRecords')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .orderBy('enteredAt')
    .orderBy('id')
    .$castTo<ExpenseRow>()
    .execute()
}

export async function totalsOf(
  db: Db,
  ownerId: string,
  incomeYear: number,
): Promise<(ExpenseTotals & { label: DeductionLabel | null })[]> {
  return db
    .selectFrom('evidenceRecords')
    .select(({ fn }) => [
      'kind',
      'label',
      fn.countAll<number>().as('records'),
      sql<number>`sum(amount_cents)::bigint`.as('spentCents'),
      sql<number>`sum(claimable_cents)::bigint`.as('claimableCents'),
    ])
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', incomeYear)
    .where('deletedAt', 'is', null)
    .groupBy(['kind', 'label'])
    .orderBy('kind')
    .orderBy('label')
    .$castTo<ExpenseTotals & { label: DeductionLabel | null }>()
    .execute()
}

/** The expenses of a year, and of earlier ones the assets that are still claimed in it, the latest first. */
export async function listClaimable(db: Db, ownerId: string, incomeYear: number): Promise<ExpenseRow[]> {
  return db
    .selectFrom('evidenceRecords')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where(
      sql<boolean>`(income_year = ${incomeYear} or income_year < ${incomeYear} and income_year + claimed_years > ${incomeYear})`,
    )
    .where('deletedAt', 'is', null)
    .orderBy('paidOn', 'desc')
    .orderBy('id', 'desc')
    .$castTo<ExpenseRow>()
    .execute()
}

/** Sets over how many income years an expense is claimed. */
export async function updateClaimedYears(
  db: Db,
  ownerId: string,
  id: string,
  claimedYears: number | null,
): Promise<ExpenseRow> {
  return db
    .updateTable('evidenceRecords')
    .set({ claimedYears })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returningAll()
    .$castTo<ExpenseRow>()
    .executeTakeFirstOrThrow()
}

export async function purgeDeleted(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('evidenceRecords').where('deletedAt', '<=', before).execute()
}
