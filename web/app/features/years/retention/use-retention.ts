import type { Receipt } from '@docketbox/contract/receipts/schemas'
import {
  explainRetention,
  findRetentionYear,
  isRetained,
  type Kept,
} from '@docketbox/contract/years/retention-text'
import type { YearOverview } from '@docketbox/contract/years/schemas'
import { useQuery } from '@tanstack/react-query'
import { formatDayUnbroken, today } from '#platform/format/dates.ts'
import { years } from '../queries.ts'

/** How long the user's receipts have to be kept. */
export function useRetention() {
  const { data, isPending, failureCount } = useQuery(years)
  const list = data?.docs
  const findYear = (label: string) => list?.find(({ incomeYear }) => incomeYear === label)
  return {
    /** Whether it's still being looked up; false once that has failed. */
    isLoading: isPending && failureCount === 0,
    /** The income year that a receipt's retention counts from; undefined while it isn't known. */
    yearOf: (receipt: Pick<Receipt, 'incomeYear' | 'lastClaimedYear'>): YearOverview | undefined =>
      list && findRetentionYear(receipt, list, today()),
    /** Of some income years, those whose receipts still have to be kept; undefined while one of them isn't known. */
    retainedOf: (labels: readonly string[] | undefined): YearOverview[] | undefined => {
      const overviews = labels?.flatMap((label) => findYear(label) ?? [])
      if (overviews === undefined || overviews.length < labels!.length) return undefined
      return overviews.filter((year) => isRetained(year, today()))
    },
    /** Years from which the retention of receipts or records counts that still have to be kept; undefined while they aren't known. */
    retainedYears: list?.filter(
      (year) => (year.receipts > 0 || year.isLastOfAssets || year.hasRecords) && isRetained(year, today()),
    ),
  }
}

/**
 * Why the receipts of several years can't be deleted without a second thought.
 * @param years those that still have to be kept; undefined while they aren't known.
 */
export function explainYears(years: readonly YearOverview[] | undefined, kept: Kept = 'receipts'): string {
  const rule = explainRetention(undefined, today(), kept)
  if (!years || years.length === 0) return rule
  if (years.length === 1) return explainRetention(years[0], today(), kept)
  const days = years.map(({ retention }) => retention.keepUntil)
  if (days.includes(null)) return `${rule} A dispute makes that longer.`
  const [last] = days
    .filter((day) => day !== null)
    .toSorted()
    .toReversed()
  return last! < today() ? rule : `${rule} The last of these periods ends on ${formatDayUnbroken(last!)}.`
}
