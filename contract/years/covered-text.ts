import { formatCents } from '../core/money.ts'
import { type DeductionLabel, formatLabel } from '../receipts/deduction-labels.ts'
import { CAR_LABEL } from '../records/year.ts'
import type { YearSummary } from './summary.ts'

/** For each label whose claimable total includes receipts that records already cover, a sentence that says so. */
export function describeCovered({ byLabel, records }: Pick<YearSummary, 'byLabel' | 'records'>): string[] {
  const hasFixedRate = records.some(({ kind, isChosen }) => kind === 'workFromHome' && isChosen)
  return byLabel.flatMap(({ label, coveredCents }) => {
    if (label === null || !(coveredCents > 0)) return []
    const { receipts = '', method, verb = 'covers' } = coverageOf(label, hasFixedRate)
    return `Claimable includes ${formatCents(coveredCents)} of receipts under ${formatLabel(label)}${receipts}. The ${method} in the records already ${verb} them, so don’t claim them twice.`
  })
}

type Coverage = { method: string; verb?: string; receipts?: string }

function coverageOf(label: DeductionLabel, hasFixedRate: boolean): Coverage {
  if (label === 'business') return { method: 'methods', verb: 'cover' }
  if (label === CAR_LABEL) return { method: 'car method' }
  return hasFixedRate
    ? { method: 'fixed rate', receipts: ' for energy, phone, internet, stationery and computer consumables' }
    : { method: 'diary', receipts: ' for the phone or the internet' }
}
