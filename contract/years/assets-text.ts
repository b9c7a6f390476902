import { countOf, receiptCount } from '../core/counts.ts'
import { formatCents } from '../core/money.ts'
import type { YearSummary } from './summary.ts'

type Assets = Pick<YearSummary, 'assetCents'> &
  Partial<Pick<YearSummary, 'possibleAssets' | 'evidenceParts' | 'earlierAssets'>>

const rule =
  'Unless it’s for a business, anything that cost more than $300 and is used for more than a year is claimed over several years.'

/**
 * What the claimable totals of a year include that can't all be claimed in it, or perhaps can't, and what they leave out of
 * earlier years, in a sentence each.
 */
export function describeAssets({
  assetCents,
  possibleAssets,
  evidenceParts,
  earlierAssets = 0,
}: Assets): string[] {
  const { receipts = 0, claimableCents = 0 } = possibleAssets ?? {}
  const { assetCents: withoutReceiptCents = 0, possibleCents = 0 } = evidenceParts ?? {}
  return [
    ...(assetCents > 0
      ? [
          `Claimable includes ${formatCents(assetCents)} for assets claimed over several years. Only this year’s decline in value counts.`,
        ]
      : []),
    ...(withoutReceiptCents > 0
      ? [
          `Expenses without a receipt include ${formatCents(withoutReceiptCents)} for assets claimed over several years. Only this year’s decline in value counts.`,
        ]
      : []),
    ...(receipts > 0
      ? [
          `Claimable includes ${formatCents(claimableCents)} from ${receiptCount(receipts)} that may be for assets. ${rule}`,
        ]
      : []),
    ...(possibleCents > 0
      ? [`Expenses without a receipt include ${formatCents(possibleCents)} that may be for assets. ${rule}`]
      : []),
    ...(earlierAssets > 0
      ? [
          `${countOf(earlierAssets, 'asset')} from earlier years ${earlierAssets === 1 ? 'is' : 'are'} still claimed in this one. Claimable doesn’t include ${earlierAssets === 1 ? 'its' : 'their'} decline in value.`,
        ]
      : []),
  ]
}
