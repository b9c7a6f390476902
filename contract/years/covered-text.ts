import { formatCents } from '../core/money.ts'
import { type DeductionLabel, formatLabel } from '../receipts/deduction-labels.ts'
import { CAR_LABEL } from '../records/year.ts'
import type { YearSummary } from './summary.ts'

type Covered = Pick<YearSummary, 'byLabel' | 'records'> & Partial<Pick<YearSummary, 'evidenceParts'>>

/**
 * For each label whose claimable total includes receipts that records already cover, a sentence that says so, one for
 * expenses without a receipt, and one for a car's costs without records of it.
 */
export function describeCovered({ byLabel, records, evidenceParts }: Covered): string[] {
  const hasFixedRate = records.some(({ kind, isChosen }) => kind === 'workFromHome' && isChosen)
  const ofLabels = byLabel.flatMap(({ label, claimableCents, coveredCents }) => {
    if (label === CAR_LABEL && coveredCents === 0 && claimableCents > 0)
      return `Claimable includes ${formatCents(claimableCents)} of receipts under ${formatLabel(label)}. You need a logbook to claim a car’s costs, and there’s none in this year’s records.`
    if (label === null || !(coveredCents > 0)) return []
    const { receipts = '', method, verb = 'covers' } = coverageOf(label, hasFixedRate)
    return `Claimable includes ${formatCents(coveredCents)} of receipts under ${formatLabel(label)}${receipts}. The ${method} in the records already ${verb} them, so don’t claim them twice.`
  })
  const cents = evidenceParts?.coveredCents ?? 0
  if (cents === 0) return ofLabels
  return [
    ...ofLabels,
    `Expenses without a receipt include ${formatCents(cents)} that the methods in the records already cover, so don’t claim it twice.`,
  ]
}

type Coverage = { method: string; verb?: string; receipts?: string }

function coverageOf(label: DeductionLabel, hasFixedRate: boolean): Coverage {
  if (label === 'business') return { method: 'methods', verb: 'cover' }
  if (label === CAR_LABEL) return { method: 'car method' }
  return hasFixedRate
    ? { method: 'fixed rate', receipts: ' for energy, phone, internet, stationery and computer consumables' }
    : { method: 'diary', receipts: ' for the phone or the internet' }
}
