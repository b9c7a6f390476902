import { fullName } from '@docketbox/contract/core/people/full-name'
import {
  claimsOf,
  findYearRules,
  incomeYearLabel,
  includesCarCosts,
  type RecordClaim,
  sydneyDay,
} from '@docketbox/contract'
import { findUser } from '#features/auth'
import { listCategories } from '#features/categories'
import { type ExpenseRow, expensesOfYear, presentExpense } from '#features/expenses-without-receipt'
import { findPrintedGst } from '#features/reading'
import { receiptsById, receiptsOfYear } from '#features/receipts'
import { readRecords } from '#features/records'
import { taxProfileOf } from '#features/tax-profiles'
import { createTally, findLodgedReturn, listEarlierAssets, summariseYear, type Tally } from '#features/years'
import { collectBatch } from '#platform/processes/collect-garbage.ts'
import type { Db } from '#platform/database/database.ts'
import { inSnapshot } from '#platform/database/transaction.ts'
import { EARLIER_ASSETS } from '../contents/file-names.ts'
import type { PackRow } from '../contents/row.ts'
import type { PackSnapshot } from '../contents/snapshot.ts'
import { findPack, type PackKey, updatePack } from '../store.ts'
import type { BuildDeps } from './build.ts'
import { insertContents, type NewOriginal } from './files-store.ts'
import {
  earlierExpenseRow,
  earlierReceiptRow,
  expenseRow,
  originalsOf,
  receiptRow,
  type Requirements,
  talliedReceipt,
} from './rows.ts'

const BATCH_SIZE = 500

/** Copies the data of a pack to its own tables, in a snapshot of one moment. */
export function takeSnapshot({ taxRules, ...deps }: BuildDeps, key: PackKey): Promise<void> {
  return inSnapshot(deps.db, async (db) => {
    const pack = await findPack(db, key)
    if (!pack || pack.takenAt !== null) return
    const takenAt = deps.now()
    const incomeYear = incomeYearLabel(pack.incomeYear)
    const rules = findYearRules(taxRules, incomeYear)
    const taxProfile = await taxProfileOf(db, key.ownerId, pack.incomeYear)
    const { isGstRegistered } = taxProfile
    const lodgedReturn = await findLodgedReturn(db, key.ownerId, pack.incomeYear)
    const records = await readRecords(db, key.ownerId, incomeYear, sydneyDay(takenAt))
    const claims = claimsOf(records, rules)
    const requirements = {
      isGstRegistered,
      rules,
      lodgedReturn,
      carMethod: carMethodOf(claims),
    }
    const tally = createTally({ ...requirements, claims })
    const counts = await copyReceipts(db, key, pack.incomeYear, { requirements, tally })
    const snapshot: PackSnapshot = {
      takenAt: takenAt.toISOString(),
      incomeYear,
      owner: await ownerOf(db, key.ownerId),
      taxProfile,
      summary: await summariseYear({ db, now: () => takenAt, taxRules }, key.ownerId, incomeYear, tally),
      categories: Object.fromEntries((await listCategories(db)).map(({ id, name }) => [id, name])),
      records,
      claims,
    }
    const rows = await copyExpenses(db, key, pack.incomeYear, {
      firstRow: counts.receipts,
      rowOf: (expense) => expenseRow(presentExpense(expense, taxRules), requirements),
    })
    const files = await copyEarlierAssets(db, key, {
      assets: await listEarlierAssets({ db, taxRules }, key.ownerId, incomeYear, claims),
      requirements,
      first: { row: rows, file: counts.files },
    })
    const data = { takenAt, snapshot: JSON.stringify(snapshot), receipts: counts.receipts, files }
    await updatePack(db, key, { state: 'building', ...data })
  })
}

async function ownerOf(db: Db, ownerId: string): Promise<PackSnapshot['owner']> {
  const owner = (await findUser(db, ownerId))!
  return { name: fullName(owner), email: owner.email }
}

/** How cars are claimed, such as `Mazda 3: Logbook, 60% work use`; null if they aren't. */
function carMethodOf(claims: readonly RecordClaim[]): string | null {
  const cars = claims.filter((claim) => claim.isChosen && includesCarCosts(claim))
  return cars.map(({ subject, method }) => `${subject}: ${method}`).join('; ') || null
}

/** Copies the receipts of a year in batches, and adds them up on the way. */
async function copyReceipts(
  db: Db,
  key: PackKey,
  ending: number,
  { requirements, tally }: { requirements: Requirements; tally: Tally },
): Promise<{ receipts: number; files: number }> {
  let [receipts, files] = [0, 0]
  for await (const batch of receiptsOfYear(db, key.ownerId, ending)) {
    const printedGst = await findPrintedGst(
      db,
      key.ownerId,
      batch.flatMap((receipt) => receipt.map(({ sha256 }) => sha256)),
    )
    const rows = batch.map((receipt) => receiptRow(receipt, requirements, printedGst))
    for (const receipt of batch) tally.add(talliedReceipt(receipt))
    const originals = batch.flatMap((receipt) => originalsOf(receipt))
    const numbered: NewOriginal[] = originals.map((file, index) => ({ ...file, position: files + index }))
    await insertContents(db, key, { rows, firstRow: receipts, files: numbered })
    receipts += rows.length
    files += originals.length
    collectBatch(receipts)
  }
  return { receipts, files }
}

/** Expenses without a receipt come after the receipts, oldest first, too. @returns the position of the row after them. */
async function copyExpenses(
  db: Db,
  key: PackKey,
  ending: number,
  { firstRow, rowOf }: { firstRow: number; rowOf: (expense: ExpenseRow) => PackRow },
): Promise<number> {
  for (let offset = 0; ;) {
    const batch = { offset, limit: BATCH_SIZE, order: 'asc' } as const
    const expenses = await expensesOfYear(db, key.ownerId, ending, batch)
    const rows = expenses.map(rowOf)
    await insertContents(db, key, { rows, firstRow: firstRow + offset, files: [] })
    offset += expenses.length
    if (expenses.length < BATCH_SIZE) return firstRow + offset
  }
}

/** Assets from earlier years come last, with their originals. @returns how many files the pack has with them. */
async function copyEarlierAssets(
  db: Db,
  key: PackKey,
  { assets, requirements, first }: EarlierAssets,
): Promise<number> {
  let { row, file } = first
  const ids = assets.receipts.map(({ id }) => id)
  for await (const batch of receiptsById(db, key.ownerId, ids)) {
    const rows = batch.map((receipt) => earlierReceiptRow(receipt, requirements))
    const originals = batch.flatMap((receipt) => originalsOf(receipt, EARLIER_ASSETS))
    const files = originals.map((original, index) => ({ ...original, position: file + index }))
    await insertContents(db, key, { rows, firstRow: row, files })
    row += rows.length
    file += files.length
    collectBatch(row)
  }
  for (let at = 0; at < assets.expenses.length; at += BATCH_SIZE) {
    const batch = assets.expenses.slice(at, at + BATCH_SIZE)
    const rows = batch.map((expense) => earlierExpenseRow(expense, requirements))
    await insertContents(db, key, { rows, firstRow: row + at, files: [] })
  }
  return file
}

type EarlierAssets = Readonly<{
  assets: Awaited<ReturnType<typeof listEarlierAssets>>
  requirements: Requirements
  /** Where the next ones go. */
  first: { row: number; file: number }
}>
