import { calendarDay, formatDay, monthNames } from '../core/dates.ts'
import { formatIncomeYear, incomeYearOf } from '../core/income-years.ts'
import { parseHours } from './hours.ts'
import { type HoursOfDay, MINUTES_PER_DAY } from './schemas.ts'

/** The lines of an import that can't be used, with the reason. Counted from 1, as spreadsheets do. */
export type ImportProblem = { line: number; text: string; message: string }
export type HoursImport = {
  /** One per day, sorted; several lines of a day are added up. */
  days: HoursOfDay[]
  problems: ImportProblem[]
  /** The unusable lines with the heading, to correct and import on their own. */
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
  const minutesByDay = new Map<string, number>()
  const problems: ImportProblem[] = []
  for (const { number, text, cells } of heading ? lines.slice(1) : lines) {
    const { day, hours } = columns ?? { day: 0, hours: 1 }
    const parsed = readLine(cells[day] ?? '', cells[hours] ?? '', { incomeYear, today })
    const total = typeof parsed === 'string' ? 0 : (minutesByDay.get(parsed.day) ?? 0) + parsed.minutes
    if (typeof parsed === 'string') problems.push({ line: number, text, message: parsed })
    else if (total > MINUTES_PER_DAY)
      problems.push({
        line: number,
        text,
        message: `With this line, ${formatDay(parsed.day)} has more than 24 hours.`,
      })
    else minutesByDay.set(parsed.day, total)
  }
  const days = [...minutesByDay].map(([day, minutes]) => ({ day, minutes }))
  return {
    days: days.toSorted((one, other) => one.day.localeCompare(other.day)),
    problems,
    rest: [
      ...(heading && problems.length > 0 ? [heading.text] : []),
      ...problems.map(({ text }) => text),
    ].join('\n'),
  }
}

/** A day and its minutes, or what's wrong with the line. */
function readLine(
  dayText: string,
  hoursText: string,
  { incomeYear, today }: { incomeYear: string; today: string },
): HoursOfDay | string {
  if (dayText === '') return 'The date is missing.'
  const day = parseDay(dayText)
  const year = incomeYear.slice(0, 4)
  if (day === undefined) return `“${dayText}” isn’t a date. Use ${year}-08-31 or 31/08/${year}.`
  if (incomeYearOf(day) !== incomeYear) return `${formatDay(day)} isn’t in ${formatIncomeYear(incomeYear)}.`
  if (day > today) return `${formatDay(day)} is in the future.`
  if (hoursText === '') return 'The hours are missing.'
  const minutes = parseHours(hoursText)
  if (minutes === undefined) return `“${hoursText}” isn’t a number of hours. Use 7.5 or 7:30, up to 24.`
  return { day, minutes }
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

/** The names of the columns, the clearest first. */
const columnNames = {
  day: [/\bdate\b/, /\bday\b/],
  // Not when it began or ended.
  hours: [
    /\b(hours?|hrs|duration)\b/,
    /\btotal\b/,
    /^(?!.*\b(start|started|begin|end|ended|finish|finished|in|out|break)\b).*\btime\b/,
  ],
}

/** Where a heading puts the date and the hours, -1 if it only has times of day; undefined if the cells aren't a heading. */
function columnsOf(cells: readonly string[]): { day: number; hours: number } | undefined {
  const names = cells.map((cell) => cell.toLowerCase())
  const columnOf = (column: readonly RegExp[]) =>
    column.map((words) => names.findIndex((name) => words.test(name))).find((index) => index !== -1)
  const day = columnOf(columnNames.day)
  const hours = columnOf(columnNames.hours) ?? (columnOf([/\btime\b/]) === undefined ? undefined : -1)
  return day === undefined || hours === undefined ? undefined : { day, hours }
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
