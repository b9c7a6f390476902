import { DAY_MS } from '../core/units.ts'
import type { TaxRules, YearRules } from './schema.ts'

/** @returns the rules of an income year such as `2025-26`; undefined when nothing is known about it. */
export function findYearRules(taxRules: TaxRules, incomeYear: string): YearRules | undefined {
  return taxRules.find((year) => year.incomeYear === incomeYear)
}

/** Whether a draft may still change the rules of a year. */
export function areRulesChanging(yearRules: YearRules): boolean {
  return Object.values(yearRules).some((figure) => typeof figure === 'object' && figure?.status === 'draft')
}

/** When the return of a year is due, moved from weekends and public holidays to the next business day. */
export function dueDates(rules: YearRules): { self: string; agent: string } {
  const holidays = rules.publicHolidays?.value
  return {
    self: nextBusinessDay(rules.selfDue.value, holidays),
    agent: nextBusinessDay(rules.agentDue.value, holidays),
  }
}

export type Retention =
  | { keepUntil: string; isProvisional: boolean }
  /** A dispute suspends the end of the period. */
  | { keepUntil: null; reason: 'dispute' }

export type RetentionFacts = {
  /** Of an asset, the last income year it's claimed in. */
  incomeYear: string
  /** The day the return was lodged; null until it is. */
  lodgedOn: string | null
  /** Null: not known, so the later due date counts. */
  via?: 'self' | 'agent' | null
  hasDispute?: boolean
}

/**
 * The day a record has to be kept until: five years after the return was due, or was lodged if that's later (s 900-25).
 * It's provisional until the day of lodging is known, and for years after those with rules: earlier ones had the same dates.
 */
export function retention(
  { incomeYear, lodgedOn, via = null, hasDispute = false }: RetentionFacts,
  taxRules: TaxRules,
): Retention {
  if (hasDispute) return { keepUntil: null, reason: 'dispute' }
  const rules = findYearRules(taxRules, incomeYear)
  const { retentionYears, ...nearest } = rules ?? nearestYear(taxRules, incomeYear)
  const dueDay = (via === 'self' ? nearest.selfDue : nearest.agentDue).value
  const due = nextBusinessDay(
    addYears(dueDay, startOf(incomeYear) - startOf(nearest.incomeYear)),
    rules?.publicHolidays?.value,
  )
  const start = lodgedOn !== null && lodgedOn > due ? lodgedOn : due
  return {
    keepUntil: addYears(start, retentionYears.value),
    isProvisional: lodgedOn === null || nearest.incomeYear < incomeYear,
  }
}

function nearestYear(taxRules: TaxRules, incomeYear: string): YearRules {
  return incomeYear < taxRules[0]!.incomeYear ? taxRules[0]! : taxRules.at(-1)!
}

function startOf(incomeYear: string): number {
  return Number(incomeYear.slice(0, 4))
}

function nextBusinessDay(day: string, holidays: readonly string[] = []): string {
  const date = new Date(day)
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
  if (!isWeekend && !holidays.includes(day)) return day
  return nextBusinessDay(new Date(date.getTime() + DAY_MS).toISOString().slice(0, 10), holidays)
}

/** The same date in another year; 1 March for 29 February in a year without one, so that no period ends early. */
function addYears(day: string, years: number): string {
  const date = new Date(day)
  date.setUTCFullYear(date.getUTCFullYear() + years)
  return date.toISOString().slice(0, 10)
}
