import { type PackFormat, type PackState } from '@docketbox/contract'
import { type Selectable, sql, type Updateable } from 'kysely'
import { isStillClaimedIn } from '#features/years'
import type { Db } from '#platform/database/database.ts'
import type { Packs } from '#platform/database/row-types.ts'

import type { PackSnapshot } from './contents/snapshot.ts'

export type PackKey = Readonly<{ ownerId: string; id: string }>
export type StoredPack = Omit<Selectable<Packs>, 'state' | 'formats' | 'snapshot' | 'keepsRows'> & {
  state: PackState
  formats: PackFormat[]
}

const packColumns = [
  'id',
  'ownerId',
  'incomeYear',
  'state',
  'formats',
  'receipts',
  'files',
  'checkedFiles',
  'leftOut',
  'sizeBytes',
  'manifestSha256',
  'requestedAt',
  'takenAt',
] as const

type NewPack = PackKey & { incomeYear: number; formats: readonly PackFormat[]; requestedAt: Date }

/** Inserts a pack, unless one of that year is being made. @returns whether it was inserted. */
export async function insertPack(db: Db, { formats, ...pack }: NewPack): Promise<boolean> {
  const inserted = await db
    .insertInto('packs')
    .values({ ...pack, formats: [...formats], state: 'waiting' })
    .onConflict((conflict) =>
      conflict
        .columns(['ownerId', 'incomeYear'])
        .where(sql<boolean>`state in ('waiting', 'building')`)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** The pack of a year that is being made. */
export async function findUnfinished(
  db: Db,
  ownerId: string,
  incomeYear: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('packs')
    .select('id')
    .where('ownerId', '=', ownerId)
    .where('incomeYear', '=', incomeYear)
    .where('state', 'in', ['waiting', 'building'])
    .executeTakeFirst()
  return row?.id
}

const isAssetOfPack = isStillClaimedIn(sql<number>`packs.income_year`)

/**
 * Whether each original of a pack is still a current file of a receipt in its year that isn't in the bin, or of an asset of an
 * earlier one that's still claimed, and each expense without a receipt is still there, too.
 */
const isCurrent = sql<boolean>`packs.keeps_rows and packs.files = (
  select count(*) from pack_files f
  join receipts r on r.owner_id = f.owner_id and r.id = f.receipt_id
  where f.owner_id = packs.owner_id and f.pack_id = packs.id and f.position >= 0
    and r.deleted_at is null and (r.income_year = packs.income_year or ${isAssetOfPack})
    and exists (
      select from receipt_versions v
      where v.owner_id = r.owner_id and v.receipt_id = r.id and v.sha256 = f.sha256 and v.replaced_at is null
    )
) and not exists (
  select from pack_rows l
  where l.owner_id = packs.owner_id and l.pack_id = packs.id and l.facts ->> 'evidenceType' <> 'receipt'
    and not exists (
      select from evidence_records e
      where e.owner_id = l.owner_id and e.id = (l.facts ->> 'id')::uuid
        and e.deleted_at is null and (
          e.income_year = packs.income_year
          or e.income_year < packs.income_year and e.income_year + e.claimed_years > packs.income_year
            and e.claimable_cents > 0
        )
    )
)`

/** @param options.isForGuest leaves out packs with something that guests don't see any more. */
export async function findPack(
  db: Db,
  { ownerId, id }: PackKey,
  { isForGuest = false } = {},
): Promise<StoredPack | undefined> {
  return selectPacks(db, ownerId, isForGuest).where('id', '=', id).executeTakeFirst()
}

/**
 * The packs of a year, the latest first.
 * @param options.isForGuest leaves out packs with something that guests don't see any more.
 */
export async function listPacks(
  db: Db,
  { ownerId, incomeYear }: Pick<StoredPack, 'ownerId' | 'incomeYear'>,
  { isForGuest = false } = {},
): Promise<StoredPack[]> {
  return selectPacks(db, ownerId, isForGuest)
    .where('incomeYear', '=', incomeYear)
    .orderBy('requestedAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

function selectPacks(db: Db, ownerId: string, isForGuest: boolean) {
  return db
    .selectFrom('packs')
    .select(packColumns)
    .where('ownerId', '=', ownerId)
    .$if(isForGuest, (query) => query.where(isCurrent))
    .$castTo<StoredPack>()
}

export async function updatePack(db: Db, { ownerId, id }: PackKey, change: Updateable<Packs>): Promise<void> {
  await db.updateTable('packs').set(change).where('ownerId', '=', ownerId).where('id', '=', id).execute()
}

/** Marks a finished pack as failed. @returns false when it was before, or is gone. */
export async function giveUpPack(db: Db, { ownerId, id }: PackKey): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('packs')
    .set({ state: 'failed' })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('state', '=', 'ready')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deletePacks(db: Db, ownerId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('packs').where('ownerId', '=', ownerId).where('id', 'in', ids).execute()
}

export async function lockPack(db: Db, { ownerId, id }: PackKey): Promise<StoredPack | undefined> {
  return db
    .selectFrom('packs')
    .select(packColumns)
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .$castTo<StoredPack>()
    .executeTakeFirst()
}

/** A pack whose snapshot was taken and that isn't ready, with its data. */
export async function findSnapshot(
  db: Db,
  { ownerId, id }: PackKey,
): Promise<{ pack: StoredPack; snapshot: PackSnapshot } | undefined> {
  const row = await db
    .selectFrom('packs')
    .select([...packColumns, 'snapshot'])
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .where('snapshot', 'is not', null)
    .executeTakeFirst()
  if (!row) return undefined
  const { snapshot, ...pack } = row
  return { pack: pack as StoredPack, snapshot: snapshot as unknown as PackSnapshot }
}

/** Gives up packs that were requested before a time and aren't ready. */
export async function failAbandonedPacks(db: Db, requestedBefore: Date): Promise<void> {
  await db
    .updateTable('packs')
    .set({ state: 'failed' })
    .where('state', 'in', ['waiting', 'building'])
    .where('requestedAt', '<', requestedBefore)
    .execute()
}
