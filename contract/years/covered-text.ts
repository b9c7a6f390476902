import { formatCents } from '../core/money.ts'
import { type DeductionLabel, formatLabel } from '../receipts/deduction-labels.ts'
import { includesCarCosts, isOtherVehicleClaim } from '../records/claims/coverage.ts'
import { CAR_LABEL } from '../records/year.ts'
import type { YearSummary } from './summary.ts'

type Covered = Pick<YearSummary, 'byLabel' | 'cars' | 'records'> & Partial<Pick<YearSummary, 'evidenceParts'>>

/**
 * A text that a car's costs need a logbook if there are no records of one, one for each label whose claimable total includes
 * receipts that records already cover, and one for expenses without a receipt, with where the costs of other vehicles belong.
 */
export function describeCovered(summary: Covered): string[] {
  const { byLabel, records, evidenceParts } = summary
  const hasFixedRate = records.some(({ kind, isChosen }) => kind === 'workFromHome' && isChosen)
  const ofLabels = byLabel.flatMap(({ label, coveredCents }) => {
    if (label === null || !(coveredCents > 0)) return []
    const { receipts = '', method, verb = 'covers' } = coverageOf(label, hasFixedRate)
    const others =
      label === CAR_LABEL && records.some(isOtherVehicleClaim) ? ` ${describeOtherVehicles(records)}` : ''
    return `Claimable includes ${formatCents(coveredCents)} of receipts under ${formatLabel(label)}${receipts}. The ${method} in the records already ${verb} them, so don’t claim them twice.${others}`
  })
  const cents = evidenceParts?.coveredCents ?? 0
  const texts = [...describeMissingLogbook(summary), ...ofLabels]
  if (cents === 0) return texts
  return [
    ...texts,
    `Expenses without a receipt include ${formatCents(cents)} that the methods in the records already cover, so don’t claim it twice.`,
  ]
}

/** What cars cost can't be claimed without records of them (Div 28), for a business no more than for a job. */
function describeMissingLogbook({ byLabel, cars, records, evidenceParts }: Covered): string[] {
  const withoutReceiptCents = evidenceParts?.carCents ?? 0
  if (records.some(includesCarCosts) || !(cars.claimableCents + withoutReceiptCents > 0)) return []
  const forJobCents = byLabel.find(({ label }) => label === CAR_LABEL)?.claimableCents ?? 0
  const labels = [
    ...(forJobCents > 0 ? [formatLabel(CAR_LABEL)] : []),
    ...(cars.claimableCents > forJobCents ? [formatLabel('business')] : []),
  ]
  const sentences = [
    ...(labels.length > 0
      ? [
          `Claimable includes ${formatCents(cars.claimableCents)} of car receipts under ${labels.join(' and ')}.`,
        ]
      : []),
    ...(withoutReceiptCents > 0
      ? [`Expenses without a receipt include ${formatCents(withoutReceiptCents)} for cars.`]
      : []),
    'You need a logbook to claim a car’s costs, and there’s none with costs in this year’s records.',
    describeOtherVehicles(records),
  ]
  return [sentences.join(' ')]
}

/** Where the costs of vehicles that aren't cars belong: those with trips by name, otherwise which vehicles these are. */
function describeOtherVehicles(records: Covered['records']): string {
  const others = records.filter(isOtherVehicleClaim)
  if (others.length === 0)
    return `Costs of a motorcycle, a minibus, or a ute or van that carries a tonne or more don’t need one. For a job, they belong under ${formatLabel('D2')}.`
  const sentences = [...new Set(others.map(({ label }) => label))].map((label) => {
    const group = others.filter((other) => other.label === label)
    const names = new Intl.ListFormat('en-AU').format(group.map(({ subject }) => subject))
    return group.length === 1
      ? `${names} isn’t a car for tax purposes, so its costs belong under ${formatLabel(label)}.`
      : `${names} aren’t cars for tax purposes, so their costs belong under ${formatLabel(label)}.`
  })
  return sentences.join(' ')
}

type Coverage = { method: string; verb?: string; receipts?: string }

function coverageOf(label: DeductionLabel, hasFixedRate: boolean): Coverage {
  if (label === 'business') return { method: 'methods', verb: 'cover' }
  if (label === CAR_LABEL) return { method: 'car method' }
  return hasFixedRate
    ? { method: 'fixed rate', receipts: ' for energy, phone, internet, stationery and computer consumables' }
    : { method: 'diary', receipts: ' for the phone or the internet' }
}
