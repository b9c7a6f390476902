import {
  dueDates,
  findYearRules,
  incomeYearEnding,
  incomeYearLabel,
  type Output,
  sydneyDay,
  type yearEndpoints,
  type LodgedReturn,
} from '@docketbox/contract'
import { listLastClaimedYears, listYearsWithExpenses } from '#features/expenses-without-receipt'
import { listRecordedYears } from '#features/records'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { wholeList } from '#platform/database/queries/page.ts'
import { countRetainedAssets, yearRetention } from './retention.ts'
import * as store from './store.ts'

/** The income years of the owner, the newest first. */
export async function listYears(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  ownerId: string,
): Promise<Output<typeof yearEndpoints.list>> {
  const today = sydneyDay(now())
  const [totals, rows, assets, ofExpenses, ...recorded] = await Promise.all([
    store.totalsByYear(db, ownerId),
    store.listYearRows(db, ownerId),
    store.countAssets(db, ownerId),
    listLastClaimedYears(db, ownerId),
    listYearsWithExpenses(db, ownerId),
    listRecordedYears(db, ownerId),
  ])
  const claimed = [...assets.map(({ lastClaimedYear }) => lastClaimedYear), ...ofExpenses]
  const withRecords = recorded.flat()
  const current = incomeYearEnding(today)
  const lodged = rows.filter(({ lodgedOn, isDisputed }) => lodgedOn !== null || isDisputed)
  const endings = new Set([
    current,
    current - 1,
    ...[...totals, ...lodged].map(({ incomeYear }) => incomeYear),
    ...claimed,
    ...withRecords,
  ])
  const years = [...endings]
    .toSorted((one, other) => other - one)
    .map((ending) => {
      const incomeYear = incomeYearLabel(ending)
      const total = totals.find((year) => year.incomeYear === ending)
      const row = rows.find((year) => year.incomeYear === ending)
      const rules = findYearRules(taxRules, incomeYear)
      const receipts = total?.receipts ?? 0
      const context = { taxRules, today }
      const retention = yearRetention(incomeYear, row, context)
      const isDecisionDue =
        retention.isDecisionDue && receipts > countRetainedAssets(ending, { assets, rows }, context)
      return {
        incomeYear,
        receipts,
        isLastOfAssets: claimed.includes(ending),
        hasRecords: withRecords.includes(ending),
        spentCents: total?.spentCents ?? 0,
        claimableCents: total?.claimableCents ?? 0,
        dueOn: rules ? dueDates(rules).self : null,
        lodgement: store.lodgedReturnOf(row),
        isDisputed: row?.isDisputed ?? false,
        retention: { ...retention, isDecisionDue },
      }
    })
  return wholeList(years)
}

/** When the owner lodged the return of an income year. @param ending the year it ends in. */
export async function findLodgedReturn(
  db: Db,
  ownerId: string,
  ending: number,
): Promise<LodgedReturn | null> {
  return store.lodgedReturnOf(await store.findYearRow(db, ownerId, ending))
}

/** The year in which the last income year ends whose return the owner has lodged; undefined if there's none. */
export async function findLastLodged(db: Db, ownerId: string): Promise<number | undefined> {
  const rows = await store.listYearRows(db, ownerId)
  return rows
    .filter(({ lodgedOn }) => lodgedOn !== null)
    .map(({ incomeYear }) => incomeYear)
    .toSorted((one, other) => other - one)[0]
}
