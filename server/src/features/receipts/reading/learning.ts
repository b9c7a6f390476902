import type { ReadFields } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { habitsOf, type SupplierHabit, supplierCorrections, suppliersByAbn } from './store.ts'

/** The values read, corrected by what we've learned from the owner. */
export type Learned = {
  fields: ReadFields
  /** Where the owner files receipts of this supplier. */
  habit: SupplierHabit | undefined
  /** The share they always claim for this supplier. */
  workUsePercent: number | null
}

/**
 * Loads what we've learned from the owner about some receipts: suppliers by ABN and by printed name, category and work use
 * by supplier.
 * @returns a function that applies it to any of them.
 */
export async function learningFor(
  db: Db,
  ownerId: string,
  readings: readonly ReadFields[],
): Promise<(fields: ReadFields) => Learned> {
  const abns = readings.flatMap(({ supplierAbn }) => supplierAbn?.value ?? [])
  const printed = readings.flatMap(({ supplier }) => supplier?.value ?? [])
  const [byAbn, corrections] = await Promise.all([
    suppliersByAbn(db, ownerId, abns),
    supplierCorrections(db, ownerId, printed),
  ])

  const nameOf = ({ supplier, supplierAbn }: ReadFields) =>
    (supplierAbn && byAbn.get(supplierAbn.value)) ?? (supplier && corrections.get(supplier.value))
  const withName = (fields: ReadFields): ReadFields => {
    const name = nameOf(fields)
    if (!name) return fields
    const box = fields.supplier?.box ?? null
    return { ...fields, supplier: { value: name, confidence: 1, level: 'sure', box } }
  }

  const suppliers = readings.flatMap((fields) => withName(fields).supplier?.value ?? [])
  const habits = await habitsOf(db, ownerId, suppliers)

  return (read) => {
    const fields = withName(read)
    const supplier = fields.supplier?.value.toLowerCase()
    const ofSupplier = habits.filter((habit) => habit.supplier === supplier)
    const [habit] = ofSupplier
    const shares = new Set(ofSupplier.map(({ workUsePercent }) => workUsePercent))
    return { fields, habit, workUsePercent: shares.size === 1 ? (habit?.workUsePercent ?? null) : null }
  }
}
