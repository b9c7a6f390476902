import { formatCents } from '../core/money.ts'
import { type DeductionLabel, formatLabel } from '../receipts/deduction-labels.ts'
import { isOtherVehicleClaim } from '../records/claims/coverage.ts'
import { CAR_LABEL } from '../records/year.ts'
import type { YearSummary } from './summary.ts'

type Covered = Pick<YearSummary, 'byLabel' | 'records'> & Partial<Pick<YearSummary, 'evidenceParts'>>

/**
 * For each label whose claimable total includes receipts that records already cover, a text that says so, one for expenses
 * without a receipt, and one for a car's costs without records of it, with where the costs of other vehicles belong.
 */
export function describeCovered({ byLabel, records, evidenceParts }: Covered): string[] {
  const hasFixedRate = records.some(({ kind, isChosen }) => kind === 'workFromHome' && isChosen)
  const ofLabels = byLabel.flatMap(({ label, claimableCents, coveredCents }) => {
    if (label === CAR_LABEL && coveredCents === 0 && claimableCents > 0)
      return `Claimable includes ${formatCents(claimableCents)} of receipts under ${formatLabel(label)}. You need a logbook to claim a car’s costs, and there’s none with costs in this year’s records. ${describeOtherVehicles(records)}`
    if (label === null || !(coveredCents > 0)) return []
    const { receipts = '', method, verb = 'covers' } = coverageOf(label, hasFixedRate)
    const others =
      label === CAR_LABEL && records.some(isOtherVehicleClaim) ? ` ${describeOtherVehicles(records)}` : ''
    return `Claimable includes ${formatCents(coveredCents)} of receipts under ${formatLabel(label)}${receipts}. The ${method} in the records already ${verb} them, so don’t claim them twice.${others}`
  })
  const cents = evidenceParts?.coveredCents ?? 0
  if (cents === 0) return ofLabels
  return [
    ...ofLabels,
    `Expenses without a receipt include ${formatCents(cents)} that the methods in the records already cover, so don’t claim it twice.`,
  ]
}

/** Where the costs of vehicles that aren't cars belong: those with trips by name, otherwise which vehicles these are. */
function describeOtherVehicles(records: Covered['records']): string {
  const others = records.filter(isOtherVehicleClaim)
  if (others.length === 0)
    return `Costs of a motorcycle, a minibus, or a ute or van that carries a tonne or more don’t need one. They belong under ${formatLabel('D2')}.`
  const label = formatLabel(others[0]!.label)
  const names = new Intl.ListFormat('en-AU').format(others.map(({ subject }) => subject))
  return others.length === 1
    ? `${names} isn’t a car for tax purposes, so its costs belong under ${label}.`
    : `${names} aren’t cars for tax purposes, so their costs belong under ${label}.`
}

type Coverage = { method: string; verb?: string; receipts?: string }

function coverageOf(label: DeductionLabel, hasFixedRate: boolean): Coverage {
  if (label === 'business') return { method: 'methods', verb: 'cover' }
  if (label === CAR_LABEL) return { method: 'car method' }
  return hasFixedRate
    ? { method: 'fixed rate', receipts: ' for energy, phone, internet, stationery and computer consumables' }
    : { method: 'diary', receipts: ' for the phone or the internet' }
}
