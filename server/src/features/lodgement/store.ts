import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { parseReference } from './reference.ts'
import { escapeLike } from '#platform/database/queries/like.ts'
import { readPage } from '#platform/database/queries/page.ts'
import type { Lodgements } from '#platform/database/row-types.ts'

type StoredRow = Selectable<Lodgements>
type EncryptedColumn = 'spouseSealed' | 'rentalIncomeSealed'
/** A lodgement as administrators may read it: without its encrypted parts (requirements 8 and 28). */
export type LodgementRow = Omit<StoredRow, EncryptedColumn | 'idempotencyKey'>
export type EncryptedRow = LodgementRow & Pick<StoredRow, EncryptedColumn>

const readableColumns = [
  'id',
  'reference',
  'incomeYear',
  'fullName',
  'email',
  'phoneNumber',
  'dependents',
  'hasSpouse',
  'hasInvestmentProperty',
  'propertyExpensesCents',
  'isResident',
  'medicareCardDate',
  'keepsLogBook',
  'weeklyFuelExpensesCents',
  'carRepairsAndServicingCents',
  'monthlyInsuranceCents',
  'monthlyInternetCents',
  'weeklyFoodAtWorkCents',
  'clothingAndLaundryCents',
  'yearlyDonationCents',
  'workRelatedCents',
  'monthlyDonationCents',
  'createdAt',
] as const satisfies (keyof LodgementRow)[]

/** @returns false when the reference or the idempotency key is taken. */
export async function insertUnlessTaken(db: Db, row: StoredRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lodgements')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export function findByKey(db: Db, idempotencyKey: string): Promise<EncryptedRow | undefined> {
  return selectEncrypted(db).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()
}

export function findByReference(db: Db, reference: string): Promise<EncryptedRow | undefined> {
  return selectEncrypted(db).where('reference', '=', reference).executeTakeFirst()
}

function selectEncrypted(db: Db) {
  return db.selectFrom('lodgements').select([...readableColumns, 'spouseSealed', 'rentalIncomeSealed'])
}

/** @returns how many were deleted. */
export async function deleteLodgements(db: Db, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('lodgements')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

export async function findLodgedBefore(db: Db, day: Date): Promise<string[]> {
  const rows = await db.selectFrom('lodgements').select('id').where('createdAt', '<', day).execute()
  return rows.map(({ id }) => id)
}

/** One page, newest first, and the total. `search` looks in name, email and reference. */
export function listLodgements(
  db: Db,
  {
    search = '',
    id,
    isOpen = false,
    ...paging
  }: {
    page: number
    limit: number
    search?: string | undefined
    id?: string | undefined
    isOpen?: boolean
  },
): Promise<{ rows: LodgementRow[]; total: number }> {
  // Phones type O’Brien, keyboards O'Brien.
  const reference = parseReference(search)
  const pattern = `%${escapeLike(search).replaceAll(/['’]/g, '_')}%`
  const matching = db
    .selectFrom('lodgements')
    .select(readableColumns)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .$if(search !== '', (query) =>
      query.where((row) =>
        row.or([
          row('fullName', 'ilike', pattern),
          row('email', 'ilike', pattern),
          row('reference', 'ilike', pattern),
          ...(reference === undefined ? [] : [row('reference', '=', reference)]),
        ]),
      ),
    )
    .$if(isOpen, (query) =>
      query.where('id', 'not in', (handled) => handled.selectFrom('handledItems').select('itemId')),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
  return readPage(matching, paging)
}
