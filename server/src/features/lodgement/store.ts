import type { Selectable } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Lodgements } from '#platform/database/row-types.ts'

type WholeRow = Selectable<Lodgements>
type Sealed = 'spouseSealed' | 'rentalIncomeSealed'
/** A lodgement as administrators may read it: without its sealed parts (decisions 8 and 28). */
export type LodgementRow = Omit<WholeRow, Sealed | 'idempotencyKey'>

const readable = [
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

/** Whether the row was new; not, when its reference or its idempotency key is taken. */
export async function insertUnlessTaken(db: Db, row: WholeRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('lodgements')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function findReferenceByKey(db: Db, idempotencyKey: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('lodgements')
    .select('reference')
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
  return row?.reference
}

export function findLodgement(db: Db, id: string): Promise<LodgementRow | undefined> {
  return db.selectFrom('lodgements').select(readable).where('id', '=', id).executeTakeFirst()
}

/** With its sealed parts, for whoever runs the server. */
export function findWhole(
  db: Db,
  reference: string,
): Promise<(LodgementRow & Pick<WholeRow, Sealed>) | undefined> {
  return db
    .selectFrom('lodgements')
    .select([...readable, 'spouseSealed', 'rentalIncomeSealed'])
    .where('reference', '=', reference)
    .executeTakeFirst()
}

/** How many there were to delete. */
export async function deleteLodgements(db: Db, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('lodgements')
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The lodgements that came before the day given. */
export async function lodgedBefore(db: Db, day: Date): Promise<string[]> {
  const rows = await db.selectFrom('lodgements').select('id').where('createdAt', '<', day).execute()
  return rows.map(({ id }) => id)
}

/** One page of the lodgements, newest first, and how many there are in all. `search` looks in name, e-mail and reference. */
export async function listLodgements(
  db: Db,
  { page, limit, search = '' }: { page: number; limit: number; search?: string },
): Promise<{ rows: LodgementRow[]; total: number }> {
  const pattern = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const found = db
    .selectFrom('lodgements')
    .$if(search !== '', (query) =>
      query.where((row) =>
        row.or([
          row('fullName', 'ilike', pattern),
          row('email', 'ilike', pattern),
          row('reference', 'ilike', pattern),
        ]),
      ),
    )
  const [rows, { total }] = await Promise.all([
    found
      .select(readable)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    found.select((of) => of.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
