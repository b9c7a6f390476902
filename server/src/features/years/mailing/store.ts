import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

export type Owner = { id: string; email: string; firstName: string }

/** Users with receipts of an income year who haven't been mailed about it, by id. */
export async function listSummaryRecipients(
  db: Db,
  incomeYear: number,
  { after, limit }: { after: string; limit: number },
): Promise<Owner[]> {
  const { rows } = await sql<Owner>`
    select u.id, u.email, u.first_name from users u
    join (select distinct owner_id from receipt_totals
      where income_year = ${incomeYear} and owner_id > ${after} and receipts > 0) total on total.owner_id = u.id
    where u.suspended_at is null and u.closed_at is null and not exists (
      select from income_years y
      where y.owner_id = u.id and y.income_year = ${incomeYear} and y.summary_mailed_at is not null)
    order by u.id limit ${limit}`.execute(db)
  return rows
}

/** Marks that the mail about a year is sent. @returns false when it was sent before. */
export async function claimSummaryMail(
  db: Db,
  ownerId: string,
  incomeYear: number,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into income_years as existing (owner_id, income_year, summary_mailed_at)
    values (${ownerId}, ${incomeYear}, ${at})
    on conflict (owner_id, income_year) do update set summary_mailed_at = excluded.summary_mailed_at
    where existing.summary_mailed_at is null
    returning owner_id`.execute(db)
  return rows.length > 0
}

/** Income years with receipts whose returns were lodged up to a day, without a mail about the end of their retention. */
export function listLodgedYears(
  db: Db,
  lodgedUntil: string,
  { after, limit }: { after: { ownerId: string; incomeYear: number }; limit: number },
) {
  return db
    .selectFrom('incomeYears')
    .innerJoin('users', 'users.id', 'incomeYears.ownerId')
    .select(['ownerId', 'incomeYear', 'lodgedOn', 'lodgedVia', 'isDisputed', 'keptAt'])
    .where('lodgedOn', '<=', lodgedUntil)
    .where('endMailedAt', 'is', null)
    .where('isDisputed', '=', false)
    .where('users.suspendedAt', 'is', null)
    .where('users.closedAt', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('receiptTotals')
          .whereRef('receiptTotals.ownerId', '=', 'incomeYears.ownerId')
          .whereRef('receiptTotals.incomeYear', '=', 'incomeYears.incomeYear')
          .where('receipts', '>', 0),
      ),
    )
    .where((eb) => eb(eb.refTuple('ownerId', 'incomeYear'), '>', eb.tuple(after.ownerId, after.incomeYear)))
    .orderBy('ownerId')
    .orderBy('incomeYear')
    .limit(limit)
    .execute()
}

type EndedYear = Owner & { receipts: number }

/**
 * Marks that its owner is asked what to do with the receipts of a year.
 * @param year as it was listed.
 * @param assets how many of them have to be kept for longer.
 * @returns who to ask and how many there are; undefined, without a mark, when they were asked before, have no others or can't
 * log in, or have said something else about the year since.
 */
export async function claimEndMail(
  db: Db,
  year: Awaited<ReturnType<typeof listLodgedYears>>[number],
  { assets, at }: { assets: number; at: Date },
): Promise<EndedYear | undefined> {
  const { ownerId, incomeYear, lodgedOn, lodgedVia, isDisputed, keptAt } = year
  const { rows } = await sql<EndedYear>`
    update income_years y set end_mailed_at = ${at}
    from users u, (select sum(receipts)::int as receipts from receipt_totals
      where owner_id = ${ownerId} and income_year = ${incomeYear}) total
    where y.owner_id = ${ownerId} and y.income_year = ${incomeYear} and y.end_mailed_at is null
      and (y.lodged_on, y.lodged_via, y.is_disputed, y.kept_at)
        is not distinct from (${lodgedOn}::date, ${lodgedVia}::text, ${isDisputed}::boolean, ${keptAt}::timestamptz)
      and u.id = y.owner_id and u.suspended_at is null and u.closed_at is null and total.receipts > ${assets}
    returning u.id, u.email, u.first_name, total.receipts`.execute(db)
  return rows[0]
}
