import { addDays, calendarDay, incomeYearEnding } from '@docketbox/contract'
import type { Criterion } from './parse-query.ts'

/** First and last day, both included. */
export type Days = { first: string; last: string }

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const MAX_YEARS_BETWEEN_LEAP_DAYS = 8

type Parse = (match: RegExpExecArray, today: string) => Omit<Criterion, 'texts'> | undefined
type Pattern = { words: number; pattern: RegExp; parse: Parse; isWord?: boolean }

/** The longest first. `isWord`: it may just as well be a word of the receipt. */
const patterns: Pattern[] = [
  {
    words: 3,
    pattern: /^(\d{1,2})(?:st|nd|rd|th)? (\p{L}{3,9}) (\d{4}|\d{2})$/u,
    parse: ([, d, m, y]) => dayOf(y!.padStart(4, '20'), monthOf(m), d),
  },
  {
    words: 3,
    pattern: /^(\p{L}{3,9}) (\d{1,2})(?:st|nd|rd|th)? (\d{4}|\d{2})$/u,
    parse: ([, m, d, y]) => dayOf(y!.padStart(4, '20'), monthOf(m), d),
  },
  {
    words: 3,
    pattern: /^(this|last) (?:financial|income|tax) year$/,
    parse: ([, which], today) => ({ incomeYear: incomeYearEnding(today) - (which === 'last' ? 1 : 0) }),
  },
  {
    words: 3,
    pattern: /^(?:financial|income|tax) year (\S+)$/,
    parse: ([, year]) => incomeYear(year!),
    // An accountant's invoice says for which year it is, and comes after that.
    isWord: true,
  },
  { words: 2, pattern: /^fy (\S+)$/, parse: ([, year]) => incomeYear(year!), isWord: true },
  { words: 2, pattern: /^(\p{L}{3,9}) (\d{4})$/u, parse: ([, m, y]) => monthDays(Number(y), monthOf(m)) },
  {
    words: 2,
    pattern: /^(\d{1,2})(?:st|nd|rd|th)? (\p{L}{3,9})$/u,
    parse: ([, d, m], today) => lastDay(monthOf(m), d, today),
  },
  {
    words: 2,
    pattern: /^(\p{L}{3,9}) (\d{1,2})(?:st|nd|rd|th)?$/u,
    parse: ([, m, d], today) => lastDay(monthOf(m), d, today),
  },
  {
    words: 2,
    pattern: /^(this|last) (week|month|year)$/,
    parse: ([, which, unit], today) => period(which!, unit!, today),
  },
  {
    words: 1,
    pattern: /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/,
    parse: ([, d, m, y]) => dayOf(y!.padStart(4, '20'), Number(m), d),
  },
  { words: 1, pattern: /^(\d{4})-(\d{2})-(\d{2})$/, parse: ([, y, m, d]) => dayOf(y, Number(m), d) },
  { words: 1, pattern: /^(\d{1,2})\/(\d{4})$/, parse: ([, m, y]) => monthDays(Number(y), Number(m)) },
  {
    words: 1,
    pattern: /^(\d{1,2})\/(\d{1,2})$/,
    parse: ([, d, m], today) => lastDay(Number(m), d, today),
    isWord: true,
  },
  { words: 1, pattern: /^fy(\S+)$/, parse: ([, year]) => incomeYear(year!), isWord: true },
  { words: 1, pattern: /^(20\d{2}[-–/]\d+)$/, parse: ([, year]) => incomeYear(year!) },
  { words: 1, pattern: /^today$/, parse: (_, today) => ({ days: [{ first: today, last: today }] }) },
  {
    words: 1,
    pattern: /^yesterday$/,
    parse: (_, today) => ({ days: [{ first: addDays(today, -1), last: addDays(today, -1) }] }),
  },
  {
    words: 1,
    pattern: /^(19\d{2}|20\d{2})$/,
    parse: ([, y]) => ({ days: [{ first: `${y}-01-01`, last: `${y}-12-31` }] }),
    isWord: true,
  },
  {
    words: 1,
    pattern: /^(\p{L}{3,9})$/u,
    parse: ([, m]) => monthOnly(monthOf(m)),
    isWord: true,
  },
]

/** A date or a period at a word of a search; undefined if there's none. */
export function parseDates(
  words: string[],
  at: number,
  today: string,
): { length: number; criterion: Criterion } | undefined {
  for (const { words: length, pattern, parse, isWord = false } of patterns) {
    if (at + length > words.length) continue
    const phrase = words.slice(at, at + length).join(' ')
    const match = pattern.exec(phrase)
    const date = match && parse(match, today)
    if (date) return { length, criterion: { ...date, texts: isWord ? [phrase] : [] } }
  }
  return undefined
}

/** From 1; accepts `jul` and `sept`. */
function monthOf(name: string | undefined): number | undefined {
  const index = months.findIndex((month) => name !== undefined && name.length >= 3 && month.startsWith(name))
  return index === -1 ? undefined : index + 1
}

function monthOnly(month: number | undefined): { month: number } | undefined {
  return month === undefined ? undefined : { month }
}

function dayOf(
  year: string | undefined,
  month: number | undefined,
  date: string | undefined,
): { days: [Days] } | undefined {
  if (month === undefined) return undefined
  const day = calendarDay(Number(year), month, Number(date))
  return day ? { days: [{ first: day, last: day }] } : undefined
}

/** A day without a year: the last one that isn't in the future. */
function lastDay(month: number | undefined, date: string | undefined, today: string) {
  const year = Number(today.slice(0, 4))
  for (let back = 0; back <= MAX_YEARS_BETWEEN_LEAP_DAYS; back++) {
    const found = dayOf(String(year - back), month, date)
    if (found && found.days[0].first <= today) return found
  }
  return undefined
}

/** `2025-26`, or `26` for the year that ends in 2026. */
function incomeYear(year: string): { incomeYear: number } | undefined {
  const [, first, last] = /^(?:(?:20)?(\d{2})[-–/])?(?:20)?(\d{2})$/.exec(year) ?? []
  if (last === undefined || (first !== undefined && (Number(first) + 1) % 100 !== Number(last)))
    return undefined
  return { incomeYear: 2000 + Number(last) }
}

function monthDays(year: number, month: number | undefined): { days: [Days] } | undefined {
  if (month === undefined || month < 1 || month > 12) return undefined
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
  return { days: [{ first: `${last.slice(0, 8)}01`, last }] }
}

function period(which: string, unit: string, today: string): { days: [Days] } | undefined {
  const back = which === 'last' ? 1 : 0
  const [year, month] = today.split('-').map(Number) as [number, number]
  if (unit === 'year') return { days: [{ first: `${year - back}-01-01`, last: `${year - back}-12-31` }] }
  if (unit === 'month') return month - back < 1 ? monthDays(year - 1, 12) : monthDays(year, month - back)
  // Weeks start on Monday.
  const monday = addDays(today, -((new Date(today).getUTCDay() + 6) % 7) - 7 * back)
  return { days: [{ first: monday, last: addDays(monday, 6) }] }
}
