import type { YearOverview } from '@docketbox/contract/years/schemas'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { fake } from '#testing/fake-api.ts'

const notLodged = {
  lodgement: null,
  isDisputed: false,
  retention: { keepUntil: '2032-05-17', isProvisional: true, isDecisionDue: false },
}

export function yearOf(changes: Partial<YearOverview> = {}): YearOverview {
  return {
    incomeYear: '2025-26',
    receipts: 1,
    isLastOfAssets: false,
    hasRecords: false,
    spentCents: 0,
    claimableCents: 0,
    dueOn: '2026-11-02',
    ...notLodged,
    ...changes,
  }
}

/** Fakes the list of income years. */
export const yearsFake = (docs: YearOverview[] = [yearOf()]) =>
  fake(yearEndpoints.list, () => ({ docs, page: 1, totalPages: 1, totalDocs: docs.length }))

const totals = {
  receipts: 3,
  spentCents: 481_260,
  reimbursedCents: 0,
  claimableCents: 390_000,
  gstCents: 43_750,
  complete: 1,
  incomplete: 2,
  withoutAmount: 1,
}

export function summaryOf(changes: Partial<YearSummary> = {}): YearSummary {
  return {
    incomeYear: '2025-26',
    totals,
    byCategory: [{ category: '01937000-0000-7000-8000-000000000001', ...totals }],
    byLabel: [{ label: 'D1', ...totals, coveredCents: 0, assetSpentCents: 0 }],
    cars: {
      receipts: 3,
      spentCents: 481_260,
      reimbursedCents: 0,
      claimableCents: 390_000,
      assetSpentCents: 0,
      withoutReceiptCents: 0,
    },
    assetCents: 0,
    earlierAssets: 0,
    earlierAssetDocs: [],
    possibleAssets: { receipts: 0, claimableCents: 0, expenses: 0, docs: [] },
    months: [{ month: '2025-08', receipts: 3, totalCents: 481_260 }],
    previous: { incomeYear: '2024-25', receipts: 0, spentCents: 0, toDateCents: 0, byCategory: [] },
    missing: { receipts: 0, docs: [] },
    evidence: [],
    evidenceParts: { coveredCents: 0, assetCents: 0, possibleCents: 0, carCents: 0 },
    records: [],
    meters: [],
    deadlines: { self: '2026-11-02', agent: '2027-05-17' },
    rules: { isChanging: false },
    standardDeduction: null,
    businessIncludesGst: false,
    addedSinceLodged: 0,
    receiptsChangedSinceLodged: { edited: 0, removed: 0, inBin: 0 },
    changedSinceLodged: [],
    ...notLodged,
    ...changes,
  }
}
