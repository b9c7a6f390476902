import type { ReadingAccuracy } from '@docketbox/contract'
import type { ReadableFile } from '#features/reading'
import type { Db } from '#platform/database/database.ts'

/** The receipts of an owner, in the bin or not, that have this file now. */
export async function receiptsWith(db: Db, ownerId: string, sha256: Buffer): Promise<string[]> {
  const rows = await db
    .selectFrom('receiptVersions')
    .select('receiptId')
    .distinct()
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .where('replacedAt', 'is', null)
    .orderBy('receiptId')
    .execute()
  return rows.map(({ receiptId }) => receiptId)
}

/** Files of receipts that were never read and could be. */
export function unreadFiles(db: Db, ownerId: string): Promise<ReadableFile[]> {
  return unread(db, ownerId).select(['file.sha256', 'file.type']).distinctOn('file.sha256').execute()
}

export async function countUnread(db: Db, ownerId: string): Promise<number> {
  const { count } = await unread(db, ownerId)
    .select(({ fn }) => fn.count<number>('file.sha256').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function unread(db: Db, ownerId: string) {
  return db
    .selectFrom('receiptVersions as file')
    .innerJoin('receipts as receipt', (join) =>
      join.onRef('receipt.ownerId', '=', 'file.ownerId').onRef('receipt.id', '=', 'file.receiptId'),
    )
    .leftJoin('readings as reading', (join) =>
      join.onRef('reading.ownerId', '=', 'file.ownerId').onRef('reading.sha256', '=', 'file.sha256'),
    )
    .where('file.ownerId', '=', ownerId)
    .where('file.replacedAt', 'is', null)
    .where('receipt.deletedAt', 'is', null)
    .where('file.preview', '<>', 'locked')
    .where('file.type', '<>', 'application/msword')
    .where('reading.sha256', 'is', null)
}

/** The owner's corrections of suppliers that were read like these; null if they cleared one. */
export async function supplierCorrections(
  db: Db,
  ownerId: string,
  readValues: string[],
): Promise<Map<string, string | null>> {
  if (readValues.length === 0) return new Map()
  const rows = await db
    .selectFrom('readValues')
    .distinctOn('readValue')
    .select(['readValue', 'keptValue'])
    .where('ownerId', '=', ownerId)
    .where('field', '=', 'supplier')
    .where('readValue', 'in', readValues)
    .orderBy('readValue')
    .orderBy('decidedAt', 'desc')
    .execute()
  return new Map(rows.map(({ readValue, keptValue }) => [readValue, keptValue]))
}

/** What the owner calls the suppliers with these ABNs: every name, the one of the last change first. */
export async function suppliersByAbn(
  db: Db,
  ownerId: string,
  abns: string[],
): Promise<Map<string, string[]>> {
  if (abns.length === 0) return new Map()
  const rows = await db
    .selectFrom('receipts')
    .select(['supplierAbn', 'supplier'])
    .where('ownerId', '=', ownerId)
    .where('supplierAbn', 'in', abns)
    .where('deletedAt', 'is', null)
    .where('supplier', 'is not', null)
    .groupBy(['supplierAbn', 'supplier'])
    .orderBy(({ fn }) => fn.max('updatedAt'), 'desc')
    .execute()
  const names = new Map<string, string[]>()
  for (const { supplierAbn, supplier } of rows)
    names.set(supplierAbn!, [...(names.get(supplierAbn!) ?? []), supplier!])
  return names
}

/** How many receipts of a supplier (in lower case) the owner filed in a category with a work use. */
export type SupplierHabit = {
  supplier: string
  categoryId: string
  workUsePercent: number | null
  receipts: number
}

/** How the owner files receipts of these suppliers. */
export async function habitsOf(db: Db, ownerId: string, suppliers: string[]): Promise<SupplierHabit[]> {
  if (suppliers.length === 0) return []
  return db
    .selectFrom('receipts')
    .select(({ fn }) => [
      fn<string>('lower', ['supplier']).as('supplier'),
      'categoryId',
      'workUsePercent',
      fn.countAll<number>().as('receipts'),
    ])
    .where('ownerId', '=', ownerId)
    .where(
      ({ fn }) => fn<string>('lower', ['supplier']),
      'in',
      suppliers.map((supplier) => supplier.toLowerCase()),
    )
    .where('deletedAt', 'is', null)
    .groupBy(({ fn }) => [fn('lower', ['supplier']), 'categoryId', 'workUsePercent'])
    .orderBy('categoryId')
    .orderBy('workUsePercent')
    .execute()
}

type ReadValue = {
  receiptId: string
  field: string
  level: string
  readValue: string
  keptValue: string | null
  decidedAt: Date
}

/** Records whether the owner kept or corrected values that were read. */
export async function recordDecisions(db: Db, ownerId: string, values: ReadValue[]): Promise<void> {
  if (values.length === 0) return
  await db
    .insertInto('readValues')
    .values(values.map((value) => ({ ...value, ownerId })))
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'receiptId', 'field']).doUpdateSet((eb) => ({
        level: eb.ref('excluded.level'),
        readValue: eb.ref('excluded.readValue'),
        keptValue: eb.ref('excluded.keptValue'),
        decidedAt: eb.ref('excluded.decidedAt'),
      })),
    )
    .execute()
}

/** How many values that were read were kept as they were, of the last `limit` that owners decided on. */
export async function countDecisions(db: Db, limit: number): Promise<ReadingAccuracy['fields']> {
  return db
    .selectFrom(
      db
        .selectFrom('readValues')
        .select(['field', 'level', 'readValue', 'keptValue'])
        .orderBy('decidedAt', 'desc')
        .limit(limit)
        .as('decisions'),
    )
    .select((eb) => [
      'field',
      'level',
      eb.fn.countAll<number>().as('decided'),
      eb.fn.countAll<number>().filterWhere('keptValue', '=', eb.ref('readValue')).as('kept'),
    ])
    .groupBy(['field', 'level'])
    .orderBy('field')
    .orderBy('level', 'desc')
    .$castTo<ReadingAccuracy['fields'][number]>()
    .execute()
}
