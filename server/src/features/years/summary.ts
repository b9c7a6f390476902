import {
  areRulesChanging,
  daysOf,
  dueDates,
  endingOf,
  findYearRules,
  incomeYearLabel,
  isRetained,
  newZealandDay,
  sydneyDay,
  unknownClaims,
  yearRefusals,
  type YearSummary,
} from '@docketbox/contract'
import {
  expenseFigures,
  expenseTotals,
  listClaimableExpenses,
  sumByKind,
} from '#features/expenses-without-receipt'
import { kindsChangedSince, listClaims, recordFigures } from '#features/records'
import { taxProfileOf } from '#features/tax-profiles'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { presentEarlierAssets, withoutCovered } from './assets/earlier-assets.ts'
import { type Claimed, metersOf, standardDeductionOf } from './totals/meters.ts'
import { listEarlierReceipts, listReceiptsOfYear, spentByCategory } from './receipts-store.ts'
import { countRetainedAssets, yearRetention } from './retention.ts'
import * as store from './store.ts'
import { countChangedReceipts } from './totals/changed-receipts.ts'
import { sumExpenses } from './totals/expenses.ts'
import { taxAnswerFigures } from './totals/tax-answers.ts'
import { createTally, MAX_LISTED, type Tally } from './totals/totals.ts'
import { yearsBefore } from './totals/years-before.ts'

type YearDeps = Pick<Deps, 'db' | 'now' | 'taxRules'>

/**
 * Everything the page of an income year shows.
 * @param incomeYear as in `2025-26`.
 * @param tally of its receipts, where they were read already.
 * @throws Refusal when it hasn't started.
 */
export async function summariseYear(
  { db, now, taxRules }: YearDeps,
  ownerId: string,
  incomeYear: string,
  tally?: Tally,
): Promise<YearSummary> {
  const at = now()
  const today = sydneyDay(at)
  requireStarted(incomeYear, at)
  const ending = endingOf(incomeYear)
  const rules = findYearRules(taxRules, incomeYear)
  const [receipts, allEarlierReceipts, previous, rows, taxProfile, expenses, claimable, records] =
    await Promise.all([
      tally ? [] : listReceiptsOfYear(db, ownerId, ending),
      listEarlierReceipts(db, ownerId, ending),
      spentByCategory(db, ownerId, ending - 1, sameDayLastYear(incomeYear, today)),
      store.listYearRows(db, ownerId),
      taxProfileOf(db, ownerId, ending),
      expenseTotals(db, ownerId, ending),
      listClaimableExpenses({ db, taxRules }, ownerId, incomeYear),
      listClaims(db, ownerId, { incomeYear, rules, today }),
    ])
  const row = rows.find((year) => year.incomeYear === ending)
  const lodgedReturn = store.lodgedReturnOf(row)
  const retention = yearRetention(incomeYear, row, { taxRules, today })
  // What needn't be kept any more can be deleted.
  const comparedReturn = isRetained({ retention }, today) ? lodgedReturn : null
  const retainedAssets = retention.isDecisionDue
    ? countRetainedAssets(ending, { assets: await store.countAssets(db, ownerId), rows }, { taxRules, today })
    : 0
  const { work, isGstRegistered } = taxProfile
  const sums = tally ?? createTally({ isGstRegistered, rules, lodgedReturn, claims: records })
  for (const receipt of receipts) sums.add(receipt)
  const { counted, unknownLabels, possibleAssets, ...totals } = sums.result()
  const withoutReceipt = sumExpenses(claimable, incomeYear, records)
  const { coveredCents, assetCents, possibleCents, carCents } = withoutReceipt
  const chosen = records.filter(({ isChosen }) => isChosen)
  const unknown = unknownClaims(records)
  const earlierReceipts = withoutCovered(allEarlierReceipts, records)
  const claimed: Claimed = {
    claims: [
      ...counted,
      ...withoutReceipt.counted,
      ...chosen.map(({ label, claimableCents }) => ({
        label,
        cents: claimableCents ?? 0,
        allowanceCents: 0,
      })),
    ],
    unknownLabels: new Set([
      ...unknownLabels,
      ...earlierReceipts.map(({ label }) => label),
      ...unknown.map(({ label }) => label),
      ...withoutReceipt.unknownLabels,
    ]),
    isLaundryUnknown: unknown.some(({ kind }) => kind === 'laundry'),
    smallExpensesCents: sum(
      expenses.filter(({ kind }) => kind === 'smallExpense').map(({ spentCents }) => spentCents),
    ),
    laundryCents: sum(
      chosen.filter(({ kind }) => kind === 'laundry').map(({ claimableCents }) => claimableCents ?? 0),
    ),
  }
  return {
    incomeYear,
    ...totals,
    cars: { ...totals.cars, withoutReceiptCents: withoutReceipt.carSpentCents },
    possibleAssets: {
      ...possibleAssets,
      expenses: withoutReceipt.possibleAssets.length,
      docs: [...possibleAssets.docs, ...withoutReceipt.possibleAssets]
        .toSorted((one, other) => other.spentCents - one.spentCents)
        .slice(0, MAX_LISTED),
    },
    ...presentEarlierAssets({ receipts: earlierReceipts, expenses: withoutReceipt.earlierAssets }),
    previous: {
      incomeYear: incomeYearLabel(ending - 1),
      receipts: sum(previous.map((category) => category.receipts)),
      spentCents: sum(previous.map(({ spentCents }) => spentCents)),
      toDateCents: sum(previous.map(({ toDateCents }) => toDateCents)),
      byCategory: previous.map(({ categoryId, receipts, spentCents }) => ({
        category: categoryId,
        receipts,
        spentCents,
      })),
    },
    evidence: sumByKind(expenses),
    evidenceParts: { coveredCents, assetCents, possibleCents, carCents },
    records,
    // The others are simpler rules for employees.
    meters: metersOf(rules, claimed).filter(({ kind }) => kind === 'smallExpenses' || work !== 'soleTrader'),
    deadlines: rules ? dueDates(rules) : null,
    rules: rules ? { isChanging: areRulesChanging(rules) } : null,
    businessIncludesGst:
      isGstRegistered === true &&
      totals.byLabel.some(({ label, spentCents }) => label === 'business' && spentCents > 0),
    standardDeduction: work === 'soleTrader' ? null : standardDeductionOf(rules, claimed),
    lodgement: lodgedReturn,
    receiptsChangedSinceLodged:
      comparedReturn === null
        ? { edited: 0, removed: 0, inBin: 0 }
        : await countChangedReceipts(db, ownerId, incomeYear),
    changedSinceLodged:
      comparedReturn === null
        ? []
        : await kindsChangedSince(
            db,
            comparedReturn,
            { ownerId, incomeYear },
            { records: recordFigures, expenses: expenseFigures, taxAnswers: taxAnswerFigures },
          ),
    isDisputed: row?.isDisputed ?? false,
    retention: {
      ...retention,
      isDecisionDue: retention.isDecisionDue && totals.totals.receipts > retainedAssets,
    },
  }
}

/** @throws Refusal when an income year hasn't started anywhere in Australia or New Zealand. */
export function requireStarted(incomeYear: string, at: Date): void {
  if (daysOf(incomeYear).first > newZealandDay(at)) throw new Refusal(yearRefusals.notStarted)
}

/** The last day to compare with last year: the same date while a year is running, otherwise the end of the year. */
function sameDayLastYear(incomeYear: string, today: string): string {
  const { last } = daysOf(incomeYear)
  return yearsBefore(today < last ? today : last, 1)
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
