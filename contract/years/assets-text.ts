import { countOf, receiptCount } from '../core/counts.ts'
import { formatCents } from '../core/money.ts'
import type { YearSummary } from './summary.ts'

type Assets = Pick<YearSummary, 'assetCents'> & Partial<Pick<YearSummary, 'possibleAssets' | 'earlierAssets'>>

/**
 * What the claimable total of a year includes that can't all be claimed in it, or perhaps can't, and what it leaves out of
 * earlier years, in a sentence each.
 */
export function describeAssets({ assetCents, possibleAssets, earlierAssets = 0 }: Assets): string[] {
  const { receipts = 0, claimableCents = 0 } = possibleAssets ?? {}
  return [
    ...(assetCents > 0
      ? [
          `Claimable includes ${formatCents(assetCents)} for assets claimed over several years. Only this year’s decline in value counts.`,
        ]
      : []),
    ...(receipts > 0
      ? [
          `Claimable includes ${formatCents(claimableCents)} from ${receiptCount(receipts)} that may be for assets. Outside a business, what cost more than $300 and is used for more than a year is claimed over several years.`,
        ]
      : []),
    ...(earlierAssets > 0
      ? [
          `${countOf(earlierAssets, 'asset')} bought in earlier years ${earlierAssets === 1 ? 'is' : 'are'} still claimed in this one. Claimable doesn’t include ${earlierAssets === 1 ? 'its' : 'their'} decline in value.`,
        ]
      : []),
  ]
}
