import type { ReadFields } from '@docketbox/contract'
import { findUser } from '#features/auth'
import { isDoubted, isSimilarName, MAX_DOUBTED } from '#features/reading'
import type { Db } from '#platform/database/database.ts'
import { habitsOf, type SupplierHabit, supplierCorrections, suppliersByAbn } from './store.ts'

const TITLE = /^(mr|mrs|ms|miss|mx|dr)\.? /

/** The values read, corrected by what we've learned from the owner. */
export type CorrectedReading = {
  fields: ReadFields
  /** Where the owner files most receipts of this supplier, and how many. */
  habit: { categoryId: string; receipts: number } | undefined
  /** The share they claim on most receipts of this supplier. */
  workUsePercent: number | null
}

/**
 * Loads what we've learned from the owner about some receipts: suppliers by ABN and by printed name, category and work use
 * by supplier. Their own name isn't a supplier's.
 * @returns a function that applies it to any of them.
 */
export async function learningFor(
  db: Db,
  ownerId: string,
  readings: readonly ReadFields[],
): Promise<(fields: ReadFields) => CorrectedReading> {
  const abns = readings.flatMap(({ supplierAbn }) => supplierAbn?.value ?? [])
  const printed = readings.flatMap(({ supplier }) => supplier?.value ?? [])
  const [byAbn, corrections, owner] = await Promise.all([
    suppliersByAbn(db, ownerId, abns),
    supplierCorrections(db, ownerId, printed),
    printed.length > 0 ? findUser(db, ownerId) : undefined,
  ])
  const ownName = `${owner?.firstName} ${owner?.lastName}`.toLowerCase()
  /** Letters and printed emails begin with who got them. */
  const withoutOwnName = (fields: ReadFields): ReadFields =>
    fields.supplier?.value.toLowerCase().replace(TITLE, '') === ownName
      ? { ...fields, supplier: null }
      : fields

  /** What the owner calls the supplier with this ABN, unless it's on receipts of several, as the owner's own may be. */
  const nameByAbn = (abn: string): string | undefined => {
    const [name, ...others] = byAbn.get(abn) ?? []
    return name !== undefined && others.every((other) => isSimilarName(other, name)) ? name : undefined
  }
  /** What the owner calls the supplier, and whether that's certain; undefined if we don't know another name. */
  const nameOf = (fields: ReadFields): { name: string; isCertain: boolean } | undefined => {
    const { supplier, supplierAbn } = fields
    const corrected = supplier && corrections.get(supplier.value)
    const known = supplierAbn && nameByAbn(supplierAbn.value)
    // Words such as “Customer copy” are on the receipts of others, too.
    const isName = supplier !== null && supplier.confidence > MAX_DOUBTED
    const isSureAbn = supplierAbn?.level === 'sure'
    // A printed name that's certain wins: shops with different names may belong to one company.
    const isPrinted = supplier?.level === 'sure'
    const ofShop = isPrinted || (isName && !isSureAbn) ? null : known
    const name = isName ? corrected || ofShop : ofShop || corrected
    if (!name) return undefined
    // The ABN may be the buyer's, and so may the name that was corrected.
    const isConfirmed = isName
      ? isPrinted || isSimilarName(supplier.value, name)
      : isSureAbn && name === known
    // Of several receipts in a photo, only one may be theirs.
    return { name, isCertain: isConfirmed && !isDoubted(fields) }
  }
  const withName = (read: ReadFields): ReadFields => {
    const fields = withoutOwnName(read)
    const found = nameOf(fields)
    if (!found) return fields
    const box = fields.supplier?.box ?? null
    const certainty = found.isCertain
      ? ({ confidence: 1, level: 'sure' } as const)
      : ({ confidence: MAX_DOUBTED, level: 'check' } as const)
    return { ...fields, supplier: { value: found.name, box, ...certainty } }
  }

  const suppliers = readings.flatMap((fields) => withName(fields).supplier?.value ?? [])
  const habits = await habitsOf(db, ownerId, suppliers)

  return (read) => {
    const fields = withName(read)
    const supplier = fields.supplier?.value.toLowerCase()
    const ofSupplier = habits.filter((habit) => habit.supplier === supplier)
    const [category] = tally(ofSupplier, ({ categoryId }) => categoryId)
    const habit = category && { categoryId: category.value, receipts: category.receipts }
    return { fields, habit, workUsePercent: usualWorkUse(ofSupplier) }
  }
}

function usualWorkUse(habits: readonly SupplierHabit[]): number | null {
  const shares = tally(habits, ({ workUsePercent }) => workUsePercent)
  const total = shares.reduce((sum, { receipts }) => sum + receipts, 0)
  const [usual] = shares
  return usual && usual.receipts > total / 2 ? usual.value : null
}

/** How many receipts have each value, those of most receipts first. */
function tally<Value extends string | number>(
  habits: readonly SupplierHabit[],
  valueOf: (habit: SupplierHabit) => Value | null,
): { value: Value; receipts: number }[] {
  const counts = new Map<Value, number>()
  for (const habit of habits) {
    const value = valueOf(habit)
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + habit.receipts)
  }
  return Array.from(counts, ([value, receipts]) => ({ value, receipts })).toSorted(
    (a, b) => b.receipts - a.receipts,
  )
}
