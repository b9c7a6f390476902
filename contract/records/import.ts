import { calendarDay, formatDay, monthNames } from '../core/dates.ts'
import { formatIncomeYear, incomeYearOf } from '../core/income-years.ts'
import { parseHours, parseMinutes } from './hours.ts'
import { type HoursOfDay, MINUTES_PER_DAY } from './schemas.ts'

/** The lines of an import that can't be used, with the reason. Counted from 1, as spreadsheets do. */
export type ImportProblem = { line: number; text: string; message: string }
export type HoursImport = {
  /** One per day, sorted; several lines of a day are added up. Without days of which a line can't be used. */
  days: HoursOfDay[]
  problems: ImportProblem[]
  /** The unusable lines and the others of their days, with the heading, to correct and import on their own. */
  rest: string
}

type Line = { number: number; text: string; cells: string[] }

/**
 * Reads dates and hours from a CSV file or cells copied from a spreadsheet. A heading is optional: without one, the first
 * column is the date and the second the hours.
 * @param today days after it are problems.
 */
export function readHours(csv: string, incomeYear: string, today: string): HoursImport {
  const lines = linesOf(csv)
  const columns = columnsOf(lines[0]?.cells ?? [])
  const heading = columns ? lines[0] : undefined
  const entries = (heading ? lines.slice(1) : lines).map(({ cells, ...line }) => ({
    ...line,
    ...readLine(cells, columns ?? { day: 0, hours: 1 }, { incomeYear, today }),
  }))
  const minutesByDay = new Map<string, number>()
  const problems: ImportProblem[] = []
  const daysToFix = new Set<string>()
  for (const { number: line, text, day, minutes, problem } of entries) {
    const total = (minutesByDay.get(day) ?? 0) + minutes
    const isTooLong = total > MINUTES_PER_DAY
    const message = problem ?? (isTooLong && `With this line, ${formatDay(day)} has more than 24 hours.`)
    if (message) {
      problems.push({ line, text, message })
      daysToFix.add(day)
    } else minutesByDay.set(day, total)
  }
  // An import replaces the hours of a day, so correcting a line must not drop the other lines of its day.
  const days = [...minutesByDay].filter(([day]) => !daysToFix.has(day))
  return {
    days: days
      .map(([day, minutes]) => ({ day, minutes }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
    problems,
    rest: [
      ...(heading && problems.length > 0 ? [heading] : []),
      ...entries.filter(({ day }) => daysToFix.has(day)),
    ]
      .map(({ text }) => text)
      .join('\n'),
  }
}

/** The day and minutes of a line, or what's wrong with it. The day is empty if it can't be used. */
function readLine(
  cells: readonly string[],
  columns: Columns,
  { incomeYear, today }: { incomeYear: string; today: string },
): HoursOfDay & { problem?: string } {
  const day = readDay(cells[columns.day] ?? '', { incomeYear, today })
  if ('problem' in day) return { day: '', minutes: 0, ...day }
  const minutes = readMinutes(cells, columns)
  return typeof minutes === 'string' ? { ...day, minutes: 0, problem: minutes } : { ...day, minutes }
}

function readDay(
  text: string,
  { incomeYear, today }: { incomeYear: string; today: string },
): { day: string } | { problem: string } {
  if (text === '') return { problem: 'The date is missing.' }
  const day = parseDay(text)
  const year = incomeYear.slice(0, 4)
  if (day === undefined) return { problem: `“${text}” isn’t a date. Use ${year}-08-31 or 31/08/${year}.` }
  if (incomeYearOf(day) !== incomeYear)
    return { problem: `${formatDay(day)} isn’t in ${formatIncomeYear(incomeYear)}.` }
  return day > today ? { problem: `${formatDay(day)} is in the future.` } : { day }
}

/** The minutes of a line, or what's wrong with it. */
function readMinutes(cells: readonly string[], { hours, minutes }: Columns): number | string {
  const hoursText = cells[hours ?? -1] ?? ''
  const minutesText = cells[minutes ?? -1] ?? ''
  if (hoursText === '' && minutesText === '') return 'The hours are missing.'
  const fromHours = hoursText === '' ? 0 : parseHours(hoursText)
  if (fromHours === undefined) return `“${hoursText}” isn’t a number of hours. Use 7.5 or 7:30, up to 24.`
  const fromMinutes = minutesText === '' ? 0 : parseMinutes(minutesText)
  if (fromMinutes === undefined) return `“${minutesText}” isn’t a number of minutes. Use 450, up to 1,440.`
  // 7 and 30 are added up. 7.5 and 450 are the same time twice.
  if (hoursText === '' || minutesText === '' || (fromHours % 60 === 0 && fromMinutes < 60))
    return fromHours + fromMinutes
  if (fromHours === fromMinutes) return fromHours
  return `“${hoursText}” hours and “${minutesText}” minutes don’t match.`
}

/** Parses `2025-08-31`, `31/8/2025`, `31.08.25` or `31 Aug 2025`, with or without a weekday. */
function parseDay(text: string): string | undefined {
  const plain = text.replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,?\s+/i, '')
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(plain)
  if (iso) return dayOf(iso[1]!, Number(iso[2]), Number(iso[3]))
  const australian = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(plain)
  if (australian) return dayOf(australian[3]!, Number(australian[2]), Number(australian[1]))
  const named = /^(\d{1,2})[ -]([a-z]{3})[a-z]*\.?[ -](\d{4}|\d{2})$/i.exec(plain)
  if (named)
    return dayOf(
      named[3]!,
      monthNames.findIndex((name) => name.toLowerCase() === named[2]!.toLowerCase()) + 1,
      Number(named[1]),
    )
  return undefined
}

function dayOf(year: string, month: number, date: number): string | undefined {
  return calendarDay(Number(year.padStart(4, '20')), month, date)
}

/** Where the date and the hours are. Hours and minutes can have a column each; neither if there are only times of day. */
type Columns = { day: number; hours?: number; minutes?: number }

/** The names of the columns, the clearest first. */
const columnNames = {
  day: [/\bdate\b/, /\bday\b/],
  // Not when it began or ended.
  hours: [
    /\b(hours?|hrs?|duration)\b/,
    /\b(minutes?|mins?)\b/,
    /\btotal\b/,
    /^(?!.*\b(start|started|begin|end|ended|finish|finished|in|out)\b).*\btime\b/,
  ],
}
const saysBreak = /\b(breaks?|lunch)\b/
const saysHours = /\b(h|hh|hrs?|hours?)\b/
const saysMinutes = /\b(m|mm|mins?|minutes?)\b/
const saysSeconds = /\b(s|secs?|seconds?)\b/

/** What a heading says about the columns; undefined if the cells aren't a heading. */
function columnsOf(cells: readonly string[]): Columns | undefined {
  const names = cells.map((cell) => cell.replaceAll(/([a-z])(?=[A-Z])|_/g, '$1 ').toLowerCase())
  const find = (patterns: readonly RegExp[], isPossible: (name: string) => boolean = () => true) =>
    patterns
      .map((pattern) => names.findIndex((name) => pattern.test(name) && isPossible(name)))
      .find((index) => index !== -1)
  const day = find(columnNames.day)
  if (day === undefined) return undefined
  const isInSeconds = (name: string) => saysSeconds.test(name) && !saysHours.test(name)
  const hours = find(columnNames.hours, (name) => !saysBreak.test(name) && !isInSeconds(name))
  if (hours === undefined) return find([...columnNames.hours, /\btime\b/]) === undefined ? undefined : { day }
  const name = names[hours]!
  if (saysMinutes.test(name) && !saysHours.test(name)) return { day, minutes: hours }
  const minutes = /^(hours?|hrs?)$/.test(name) ? find([/^(minutes?|mins?)$/]) : undefined
  return minutes === undefined ? { day, hours } : { day, hours, minutes }
}

/** The lines that aren't empty, in cells. */
function linesOf(csv: string): Line[] {
  const texts = csv.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const separator = /\t/.test(csv) ? '\t' : /;/.test(texts[0] ?? '') ? ';' : ','
  return texts
    .map((text, index) => ({ number: index + 1, text, cells: cellsOf(text, separator) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Splits a line at the separator, except in quotes. */
function cellsOf(text: string, separator: string): string[] {
  const cells = ['']
  let isQuoted = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) cells.push('')
    else cells[cells.length - 1] += character
  }
  return cells.map((cell) => cell.trim())
}
