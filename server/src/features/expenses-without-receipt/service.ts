import { fullName } from '@docketbox/contract/core/people/full-name'
import {
  type ExpenseTotals,
  type ExpenseWithoutReceipt,
  type ExpenseYear,
  type NewExpense,
  type Parsed,
  endingOf,
  evidenceKinds,
  expenseRefusals,
  expenseTexts,
  type expenseEndpoints,
  findYearRules,
  incomeYearEnding,
  incomeYearLabel,
  incomeYearOf,
  mayBeAsset,
  newZealandDay,
} from '@docketbox/contract'
import { findUser } from '#features/auth'
import { snapshotFigures } from '#features/records'
import { requireActivePlan } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { pageOf } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import type { Caller, Scope } from '#platform/security/scope.ts'
import { expenseFigures } from './figures-store.ts'
import * as store from './store.ts'

type ExpenseDeps = Pick<Deps, 'db' | 'now' | 'taxRules'>

export async function listExpenses(
  { db, taxRules }: ExpenseDeps,
  { ownerId }: Scope,
  { incomeYear, page, limit }: Parsed<typeof expenseEndpoints.list>['query'],
): Promise<ExpenseYear> {
  const ending = incomeYearEnding(`${incomeYear.slice(0, 4)}-07-01`)
  const rows = await store.listYear(db, ownerId, ending, { offset: (page - 1) * limit, limit })
  const totals = sumByKind(await store.totalsOf(db, ownerId, ending))
  const count = totals.reduce((sum, total) => sum + total.records, 0)
  const limits = limitsOf(taxRules, incomeYear) ?? null
  return {
    ...pageOf(
      rows.map((row) => presentExpense(row, taxRules)),
      { page, limit },
      count,
    ),
    totals,
    limits,
  }
}

/**
 * Adds an expense, or changes or restores the one with this id.
 * @throws Refusal without an active plan for a new one, for a day in the future, beyond the limits of small expenses, or when it
 * has changed since it was read.
 */
export async function saveExpense(
  deps: ExpenseDeps,
  { actor, scope: { ownerId } }: Caller,
  id: string,
  { known, ...input }: NewExpense,
): Promise<ExpenseWithoutReceipt> {
  const { db, now, taxRules } = deps
  const at = now()
  if (input.paidOn > newZealandDay(at)) throw invalidInput({ paidOn: 'This date is in the future.' })
  if (!(await store.findExpense(db, ownerId, id))) await requireActivePlan(deps, ownerId)
  const user = (await findUser(db, actor.id))!
  const enteredName = fullName(user)
  return inTransaction(db, async (db) => {
    await store.lockExpenses(db, ownerId)
    if (input.kind === 'smallExpense') await checkLimits({ db, taxRules }, ownerId, id, input)
    await snapshotForExpense(db, ownerId, { id, at, incomeYear: incomeYearOf(input.paidOn) })
    const entry = { id, enteredBy: actor.id, enteredName, at, known }
    return presentExpense(await store.upsertExpense(db, ownerId, entry, input), taxRules)
  })
}

/** Deletes an expense. Does nothing if it was deleted before, so that a retry does no harm. */
export function removeExpense(
  { db, now, taxRules }: ExpenseDeps,
  { ownerId }: Scope,
  id: string,
): Promise<ExpenseWithoutReceipt> {
  const at = now()
  return inTransaction(db, async (db) => {
    await snapshotForExpense(db, ownerId, { id, at })
    const row = await store.markDeleted(db, ownerId, id, at)
    if (!row) throw new Refusal(expenseRefusals.notFound)
    return presentExpense(row, taxRules)
  })
}

/**
 * Stores what the expenses of a year add up to before one of them changes.
 * @param incomeYear the year it moves to, if it does; the one it's in changes too.
 */
async function snapshotForExpense(
  db: Db,
  ownerId: string,
  { id, at, incomeYear }: { id: string; at: Date; incomeYear?: string },
): Promise<void> {
  const row = await store.findExpense(db, ownerId, id)
  const incomeYears = [row && incomeYearLabel(row.incomeYear), incomeYear].filter((one) => one !== undefined)
  await snapshotFigures(db, { ownerId, source: 'expenses', at, incomeYears }, expenseFigures)
}

/**
 * Sets the last income year an asset is claimed in, or that it's no asset.
 * @throws Refusal when the expense doesn't exist or was deleted.
 */
export function setLastClaim(
  { db, now, taxRules }: ExpenseDeps,
  { ownerId }: Scope,
  id: string,
  { incomeYear, isOneYear }: Parsed<typeof expenseEndpoints.setLastClaim>['body'],
): Promise<ExpenseWithoutReceipt> {
  return inTransaction(db, async (db) => {
    await store.lockExpenses(db, ownerId)
    const row = await store.findExpense(db, ownerId, id)
    if (!row || row.deletedAt) throw new Refusal(expenseRefusals.notFound)
    await snapshotForExpense(db, ownerId, { id, at: now() })
    const years = incomeYear === null ? Number(isOneYear) : endingOf(incomeYear) - row.incomeYear + 1
    const isAnswered = incomeYear === null ? isOneYear : years > 1
    const changed = await store.updateClaimedYears(db, ownerId, id, isAnswered ? years : null)
    return presentExpense(changed, taxRules)
  })
}

/** The expenses of an income year, and of earlier ones the assets that are still claimed in it. */
export async function listClaimableExpenses(
  { db, taxRules }: Pick<Deps, 'db' | 'taxRules'>,
  ownerId: string,
  incomeYear: string,
): Promise<ExpenseWithoutReceipt[]> {
  const rows = await store.listClaimable(db, ownerId, endingOf(incomeYear))
  return rows.map((row) => presentExpense(row, taxRules))
}

/** @param db a transaction that has locked the owner's expenses. */
async function checkLimits(
  { db, taxRules }: Pick<Deps, 'db' | 'taxRules'>,
  ownerId: string,
  id: string,
  { amountCents, paidOn }: NewExpense,
): Promise<void> {
  const incomeYear = incomeYearOf(paidOn)
  const limits = limitsOf(taxRules, incomeYear)
  if (!limits) throw new Refusal(expenseRefusals.limitUnknown)
  if (amountCents > limits.eachCents)
    throw invalidInput({ amountCents: expenseTexts.tooMuch(limits.eachCents) })
  const sum = await store.sumSmallExpenses(db, ownerId, { incomeYear: incomeYearEnding(paidOn), without: id })
  const left = Math.max(0, limits.yearCents - sum)
  if (amountCents > left)
    throw invalidInput({ amountCents: expenseTexts.overLimit(limits.yearCents, left, incomeYear) })
}

function limitsOf(taxRules: Deps['taxRules'], incomeYear: string) {
  const rules = findYearRules(taxRules, incomeYear)
  const [each, year] = [rules?.smallExpenseCents, rules?.smallExpensesCents]
  return each && year ? { eachCents: each.value, yearCents: year.value } : undefined
}

export function sumByKind(totals: readonly ExpenseTotals[]): ExpenseTotals[] {
  return evidenceKinds.flatMap((kind) => {
    const ofKind = totals.filter((total) => total.kind === kind)
    if (ofKind.length === 0) return []
    const sum = (name: 'records' | 'spentCents' | 'claimableCents') =>
      ofKind.reduce((sum, total) => sum + total[name], 0)
    return {
      kind,
      records: sum('records'),
      spentCents: sum('spentCents'),
      claimableCents: sum('claimableCents'),
    }
  })
}

export function presentExpense(row: store.ExpenseRow, taxRules: Deps['taxRules']): ExpenseWithoutReceipt {
  const { label, supplier, description, amountCents, claimableCents, claimedYears } = row
  const incomeYear = incomeYearLabel(row.incomeYear)
  const rules = findYearRules(taxRules, incomeYear)
  const limit = rules?.immediateAssetCents?.value
  const isAsset = claimedYears !== null && claimedYears > 1
  const labelAnswers = claimedYears === 1 ? { lasting: 'no' as const } : {}
  const facts = {
    label,
    supplier,
    description,
    spentCents: amountCents,
    claimableCents,
    labelAnswers,
    isAsset,
  }
  return {
    _id: row.id,
    kind: row.kind,
    paidOn: row.paidOn,
    incomeYear,
    supplier,
    description,
    amountCents,
    label,
    workUsePercent: row.workUsePercent,
    claimableCents,
    lastClaimedYear: isAsset ? incomeYearLabel(row.incomeYear + claimedYears - 1) : null,
    canBeAsset:
      isAsset || (limit !== undefined && amountCents > limit && claimableCents > 0 && label !== 'business'),
    mayBeAsset: mayBeAsset(facts, rules),
    note: row.note,
    enteredBy: row.enteredName,
    enteredAt: row.enteredAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  }
}

/** All expenses of an owner, to export them; `deletedAt` is null for those that aren't deleted. */
export async function exportExpenses(
  { db, taxRules }: Pick<Deps, 'db' | 'taxRules'>,
  ownerId: string,
): Promise<(ExpenseWithoutReceipt & { deletedAt: string | null })[]> {
  const rows = await store.listAll(db, ownerId)
  return rows.map((row) => ({
    ...presentExpense(row, taxRules),
    deletedAt: row.deletedAt?.toISOString() ?? null,
  }))
}
