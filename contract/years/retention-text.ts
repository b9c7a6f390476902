import { formatDay, unbroken } from '../core/dates.ts'
import { formatIncomeYear } from '../core/income-years.ts'
import type { YearOverview } from './schemas.ts'

export type RetainedYear = Pick<YearOverview, 'incomeYear' | 'lodgement' | 'retention'>

/**
 * Whether receipts of a year still have to be kept. A provisional end never counts: the five years start when a late return
 * is lodged.
 * @param today as in `2026-11-22`.
 */
export function isRetained(
  { retention: { keepUntil, isProvisional } }: Pick<YearOverview, 'retention'>,
  today: string,
): boolean {
  return keepUntil === null || isProvisional || today <= keepUntil
}

/**
 * The income year that a receipt's retention counts from: for an asset the last one it's claimed in, unless an earlier one needs
 * it for longer, because it's disputed or its return was lodged late.
 * @param years what's known about income years.
 * @param today as in `2026-11-22`.
 */
export function findRetentionYear<Year extends RetainedYear>(
  { incomeYear, lastClaimedYear }: { incomeYear: string; lastClaimedYear: string | null },
  years: readonly Year[],
  today: string,
): Year | undefined {
  const lastYear = lastClaimedYear !== null && lastClaimedYear > incomeYear ? lastClaimedYear : incomeYear
  const last = years.find((year) => year.incomeYear === lastYear)
  if (!last) return undefined
  const isClaimed = (year: Year) => year.incomeYear >= incomeYear && year.incomeYear < lastYear
  const isKnown = ({ lodgement, retention }: Year) => lodgement !== null || retention.keepUntil === null
  const end = ({ retention }: Year) => retention.keepUntil ?? '9999'
  const [latest = last] = [last, ...years.filter((year) => isClaimed(year) && isKnown(year))]
    .filter((year) => isRetained(year, today))
    .toSorted((one, other) => end(other).localeCompare(end(one)))
  return latest
}

/** Whether the period is over if the return was lodged in time, which its owner hasn't said. */
export function mayHaveEnded(
  { lodgement, retention: { keepUntil, isProvisional } }: Omit<RetainedYear, 'incomeYear'>,
  today: string,
): boolean {
  return lodgement === null && isProvisional && keepUntil !== null && keepUntil < today
}

export type Kept = 'receipts' | 'records' | 'receipts and records'

/**
 * Why receipts or records can't be deleted without a second thought (requirement 46).
 * @param year undefined while it isn't known.
 * @param today as in `2026-11-22`.
 */
export function explainRetention(
  year: RetainedYear | undefined,
  today: string,
  kept: Kept = 'receipts',
): string {
  const rule = `The law requires you to keep ${kept} for five years after your tax return is due, or after you lodge it if that’s later.`
  if (!year) return rule
  const { lodgement, retention } = year
  const label = formatIncomeYear(year.incomeYear)
  if (retention.keepUntil === null)
    return `There’s a dispute about ${label}, so the law requires you to keep its ${kept} until that’s resolved.`
  if (retention.isProvisional && retention.keepUntil < today)
    return lodgement
      ? rule
      : `You haven’t marked your ${label} tax return as lodged yet. If you lodge it late, the law requires you to keep its ${kept} for five years from that day.`
  const until = `the law requires you to keep its ${kept} until ${unbroken(formatDay(retention.keepUntil))}.`
  if (lodgement)
    return `You lodged your ${label} tax return on ${unbroken(formatDay(lodgement.lodgedOn))}: ${until}`
  return `You haven’t marked your ${label} tax return as lodged yet. Going by the latest due date, ${until}`
}

/** `Keep until 15 May 2031 (2024–25, lodged 20 Mar 2026)` */
export function describeRetention({ incomeYear, lodgement, retention }: RetainedYear, today: string): string {
  const year = formatIncomeYear(incomeYear)
  const { keepUntil, isProvisional } = retention
  if (keepUntil === null) return `Keep until the dispute about ${year} is resolved`
  if (mayHaveEnded({ lodgement, retention }, today))
    return `You may no longer have to keep it: that depends on when you lodged ${year}`
  const day = unbroken(formatDay(keepUntil))
  if (!lodgement) return `Keep until ${day} (provisional: ${year}, not lodged yet)`
  const lodged = `${year}, lodged ${unbroken(formatDay(lodgement.lodgedOn))}`
  if (isProvisional) return `Keep until ${day} (provisional: ${lodged})`
  return keepUntil < today
    ? `You no longer have to keep it. The period ended on ${day} (${lodged})`
    : `Keep until ${day} (${lodged})`
}
