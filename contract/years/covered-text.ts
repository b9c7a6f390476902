import { formatCents } from '../core/money.ts'
import { formatLabel } from '../receipts/deduction-labels.ts'
import { CAR_LABEL } from '../records/year.ts'
import type { YearSummary } from './summary.ts'

/** For each label whose claimable total includes receipts that records already cover, a sentence that says so. */
export function describeCovered({ byLabel, records }: Pick<YearSummary, 'byLabel' | 'records'>): string[] {
  const hasFixedRate = records.some(({ kind, isChosen }) => kind === 'workFromHome' && isChosen)
  return byLabel.flatMap(({ label, coveredCents }) => {
    if (label === null || !(coveredCents > 0)) return []
    const [method, receipts] =
      label === 'business'
        ? ['methods', '']
        : label === CAR_LABEL
          ? ['car method', '']
          : hasFixedRate
            ? ['fixed rate', ' for energy, phone, internet, stationery and computer consumables']
            : ['diary', ' for the phone or the internet']
    return `Claimable includes ${formatCents(coveredCents)} of receipts under ${formatLabel(label)}${receipts}. The ${method} in the records already ${label === 'business' ? 'cover' : 'covers'} them, so don’t claim them twice.`
  })
}
