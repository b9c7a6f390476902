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

/** Income years whose returns were lodged up to a day, without a mail about the end of their retention. */
export function listLodgedYears(
  db: Db,
  lodgedUntil: string,
  { after, limit }: { after: { ownerId: string; incomeYear: number }; limit: number },
) {
  return db
    .selectFrom('incomeYears')
    .select(['ownerId', 'incomeYear', 'lodgedOn', 'lodgedVia', 'isDisputed', 'keptAt'])
    .where('lodgedOn', '<=', lodgedUntil)
    .where('endMailedAt', 'is', null)
    .where('isDisputed', '=', false)
    .where((eb) => eb(eb.refTuple('ownerId', 'incomeYear'), '>', eb.tuple(after.ownerId, after.incomeYear)))
    .orderBy('ownerId')
    .orderBy('incomeYear')
    .limit(limit)
    .execute()
}

type EndedYear = Owner & { receipts: number }

/**
 * Marks that its owner is asked what to do with the receipts of a year.
 * @returns whom to ask and about how many; undefined when they were asked before, have none or no longer use the product.
 */
export async function claimEndMail(
  db: Db,
  ownerId: string,
  incomeYear: number,
  at: Date,
): Promise<EndedYear | undefined> {
  const { rows } = await sql<EndedYear>`
    with claimed as (
      update income_years set end_mailed_at = ${at}
      where owner_id = ${ownerId} and income_year = ${incomeYear} and end_mailed_at is null
      returning owner_id
    )
    select u.id, u.email, u.first_name, total.receipts from claimed
    join users u on u.id = claimed.owner_id and u.suspended_at is null and u.closed_at is null
    join (select sum(receipts)::int as receipts from receipt_totals
      where owner_id = ${ownerId} and income_year = ${incomeYear}) total on total.receipts > 0`.execute(db)
  return rows[0]
}
