import {
  daysOf,
  endingOf,
  newZealandDay,
  type Output,
  type Parsed,
  type yearEndpoints,
  type LodgedReturn,
  yearRefusals,
  yearTexts,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { isAsRead } from '#platform/database/queries/as-read.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import type { Scope } from '#platform/security/scope.ts'
import * as store from './store.ts'
import { requireStarted } from './summary.ts'

type YearDeps = Pick<Deps, 'db' | 'now'>
type LodgedReturnBody = Parsed<typeof yearEndpoints.recordLodgedReturn>['body']

/** Another date changes when the retention ends, so that it's mailed about again unless the answer still counts. */
const RETENTION_CHANGED = { endMailedAt: null }
const NOT_LODGED = { lodgedOn: null, lodgedVia: null, amendedOn: null }

/**
 * Records when the owner lodged their return.
 * @throws Refusal when the year wasn't over by then, the day is in the future, or it has changed since it was read.
 */
export async function recordLodgedReturn(
  { db, now }: YearDeps,
  { ownerId }: Scope,
  incomeYear: string,
  { known, ...lodgedReturn }: LodgedReturnBody,
): Promise<LodgedReturn> {
  const at = now()
  requireStarted(incomeYear, at)
  checkDays(incomeYear, lodgedReturn, newZealandDay(at))
  const key = { ownerId, incomeYear: endingOf(incomeYear) }
  const row = rowOf(lodgedReturn)
  const before = await store.findYearRow(db, ownerId, key.incomeYear)
  // Amending doesn't change it, nor does saving the same again.
  const isChanged = before?.lodgedOn !== row.lodgedOn || before.lodgedVia !== row.lodgedVia
  await store.saveYear(
    db,
    key,
    { ...row, ...(isChanged && RETENTION_CHANGED) },
    isAsRead('incomeYears', row, known === null ? NOT_LODGED : known && rowOf(known)),
  )
  return lodgedReturn
}

function rowOf({ lodgedOn, via: lodgedVia, amendedOn }: LodgedReturn) {
  return { lodgedOn, lodgedVia, amendedOn }
}

function checkDays(incomeYear: string, { lodgedOn, amendedOn }: LodgedReturn, today: string): void {
  const lodgedProblem =
    lodgedOn <= daysOf(incomeYear).last
      ? yearTexts.lodgedTooEarly(incomeYear)
      : lodgedOn > today
        ? yearTexts.futureDay
        : undefined
  const amendedProblem =
    amendedOn === null
      ? undefined
      : amendedOn < lodgedOn
        ? yearTexts.amendedTooEarly
        : amendedOn > today
          ? yearTexts.futureDay
          : undefined
  if (lodgedProblem || amendedProblem)
    throw invalidInput({
      ...(lodgedProblem && { lodgedOn: lodgedProblem }),
      ...(amendedProblem && { amendedOn: amendedProblem }),
    })
}

/** Removes the record of a lodged return. Does nothing if there's none. */
export async function removeLodgedReturn(
  { db }: Pick<Deps, 'db'>,
  { ownerId }: Scope,
  incomeYear: string,
): Promise<Output<typeof yearEndpoints.removeLodgedReturn>> {
  await store.saveYear(db, { ownerId, incomeYear: endingOf(incomeYear) }, NOT_LODGED)
  return { incomeYear }
}

/** Records whether an objection, review or appeal about the year is open. */
export async function setDispute(
  { db, now }: YearDeps,
  { ownerId }: Scope,
  incomeYear: string,
  { isDisputed }: Parsed<typeof yearEndpoints.setDispute>['body'],
): Promise<{ isDisputed: boolean }> {
  requireStarted(incomeYear, now())
  const key = { ownerId, incomeYear: endingOf(incomeYear) }
  const isChanged =
    isDisputed !== ((await store.findYearRow(db, ownerId, key.incomeYear))?.isDisputed ?? false)
  await store.saveYear(db, key, { isDisputed, ...(isChanged && RETENTION_CHANGED) })
  return { isDisputed }
}

/**
 * Answers whether the receipts stay after the retention has ended.
 * @throws Refusal when the owner hasn't said when they lodged their return.
 */
export async function keepReceipts(
  { db, now }: YearDeps,
  { ownerId }: Scope,
  incomeYear: string,
  { isKept }: Parsed<typeof yearEndpoints.keepReceipts>['body'],
): Promise<{ isKept: boolean }> {
  const key = { ownerId, incomeYear: endingOf(incomeYear) }
  const row = await store.findYearRow(db, ownerId, key.incomeYear)
  if (!row?.lodgedOn) throw new Refusal(yearRefusals.notLodged)
  await store.saveYear(db, key, { keptAt: isKept ? now() : null })
  return { isKept }
}
