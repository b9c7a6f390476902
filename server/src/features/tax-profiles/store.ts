import type { TaxProfile } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { answersIn, type TaxProfiles } from './answers.ts'

/** What an owner answered, for an income year. @param ending the year it ends in. */
export async function taxProfileOf(db: Db, ownerId: string, ending: number): Promise<TaxProfile> {
  return answersIn(await listTaxProfiles(db, ownerId), ending)
}

export function listTaxProfiles(db: Db, ownerId: string): Promise<TaxProfiles> {
  return db
    .selectFrom('taxProfiles')
    .select(['fromYear', 'work', 'isGstRegistered'])
    .where('ownerId', '=', ownerId)
    .orderBy('fromYear')
    .execute() as Promise<TaxProfiles>
}

/** Lists an owner's answers once no other call is changing them. @param db a transaction. */
export async function lockTaxProfiles(db: Db, ownerId: string): Promise<TaxProfiles> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 2))`.execute(db)
  return listTaxProfiles(db, ownerId)
}

/** @param db a transaction that has locked them. */
export async function replaceTaxProfiles(
  db: Db,
  ownerId: string,
  profiles: TaxProfiles,
  updatedAt: Date,
): Promise<void> {
  await db.deleteFrom('taxProfiles').where('ownerId', '=', ownerId).execute()
  await db
    .insertInto('taxProfiles')
    .values(profiles.map((answers) => ({ ...answers, ownerId, updatedAt })))
    .execute()
}

/** Selects all answers of an owner, null if there are none. @param ownerId a value or a column. */
export function taxProfilesOf(ownerId: string | RawBuilder<unknown>): RawBuilder<TaxProfiles | null> {
  return sql`(select json_agg(json_build_object(
      'fromYear', from_year, 'work', work, 'isGstRegistered', is_gst_registered) order by from_year)
    from tax_profiles where tax_profiles.owner_id = ${ownerId})`
}

type Of = { ownerId: string | RawBuilder<unknown>; ending: RawBuilder<unknown> }

/** Selects one answer of an owner, for the income year that ends in `ending`. */
export function answerOf(
  question: 'work' | 'is_gst_registered',
  { ownerId, ending }: Of,
): RawBuilder<unknown> {
  return sql`(select ${sql.raw(question)} from tax_profiles
    where tax_profiles.owner_id = ${ownerId} and from_year <= ${ending} order by from_year desc limit 1)`
}
