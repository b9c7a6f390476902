import { calendarDay, monthNames } from '@docketbox/contract/core/dates'

export type DateFormat =
  | 'dayMonthYear4'
  | 'dayMonthYear4Dots'
  | 'dayMonthYear2'
  | 'dayMonthYear2Dots'
  | 'dayNameYear4'
  | 'dayNameYear2'
  | 'nameDayYear4'
  | 'yearMonthDay'
  | 'compactYearMonthDay'
  | 'garbledSeparator'
  | 'spaces'
  | 'year2MonthDay'
  | 'monthDayYear4'
  | 'monthDayYear2'

export type DateMatch = { value: string; raw: string; format: DateFormat }

export const MIN_YEAR = 2000
export const MONTHS = monthNames.map((name) => name.toUpperCase())
const MONTH = MONTHS.join('|')
/** A digit, or a letter that looks like one. */
const D = '[0-9OoQlI|ZSB]'

const NUMERIC = new RegExp(
  `(?<![0-9A-Za-z])(${D}{1,2}) ?([/\\-.,]) ?(${D}{1,2}) ?[/\\-.,] ?((?:20|Z0|2O)${D}{2}|${D}{2})(?!${D}|[.,/]\\d)`,
  'g',
)
/** A slash that was read as a digit or a letter: the second, the first, or both. */
const GARBLED =
  /(?<!\d)(?:(\d\d)[/-](\d\d)[71lI|](20\d\d)|(\d{1,2})[71lI|](\d\d?)[/-](20\d\d)|(\d\d)7(\d\d)7(20\d\d))(?!\d)/g
const DAY_NAME_YEAR = new RegExp(
  `(?<![0-9A-Za-z])(${D}{1,2})(?:st|nd|rd|th)?(?: of )?[ /\\-.,']{0,3}(${MONTH}|0CT|N0V|JU1|JUI)[A-Z]{0,6}[ /\\-.,']{0,3}(20${D}{2}|(?=.?\\d)${D}{2}(?!:\\d))(?!\\d)`,
  'gi',
)
const NAME_DAY_YEAR = new RegExp(
  `(${MONTH})[A-Z]{0,6}[ .]{0,2}(\\d{1,2})(?:st|nd|rd|th)?[ ,.]{1,3}(20\\d{2})`,
  'gi',
)
const YEAR_MONTH_DAY = /(?<!\d)(20\d{2})([/\-.])(\d{1,2})\2(\d{1,2})(?!\d)/g
const COMPACT = /(?<![\d\-/])(20[12]\d)([01]\d)([0-3]\d)(?!\d)/g
const SPACES = /(?<![\d.,])(\d{2}) (\d{2}) (20\d{2})(?![\d.])/g

/** All dates in one row of text. Where day and month can be told apart only by convention, the day comes first. */
export function dateMatches(text: string, today: string): DateMatch[] {
  const matches: DateMatch[] = []
  const add = (format: DateFormat, raw: string, year: number, month: number, day: number) => {
    const value = isoDay(year, month, day, today)
    if (value) matches.push({ value, raw, format })
  }
  for (const match of overlapping(NUMERIC, text)) numeric(match, today, add)
  for (const [raw, ...groups] of text.matchAll(GARBLED)) {
    const [day, month, year] = groups.filter((group) => group !== undefined)
    add('garbledSeparator', raw, +year!, +month!, +day!)
  }
  for (const [raw, day, name, year] of text.matchAll(DAY_NAME_YEAR)) {
    add(
      year!.length === 4 ? 'dayNameYear4' : 'dayNameYear2',
      raw,
      digits(year!),
      monthNumber(name!),
      digits(day!),
    )
  }
  for (const [raw, name, day, year] of text.matchAll(NAME_DAY_YEAR)) {
    add('nameDayYear4', raw, +year!, monthNumber(name!), +day!)
  }
  for (const [raw, year, , month, day] of text.matchAll(YEAR_MONTH_DAY))
    add('yearMonthDay', raw, +year!, +month!, +day!)
  for (const [raw, year, month, day] of text.matchAll(COMPACT)) {
    add('compactYearMonthDay', raw, +year!, +month!, +day!)
  }
  for (const [raw, day, month, year] of text.matchAll(SPACES)) add('spaces', raw, +year!, +month!, +day!)
  return matches
}

type Add = (format: DateFormat, raw: string, year: number, month: number, day: number) => void

function numeric(match: RegExpExecArray, today: string, add: Add): void {
  const [raw, first, separator, second, year] = match as unknown as [string, string, string, string, string]
  const [a, b, y] = [digits(first), digits(second), digits(year)]
  if ([a, b, y].some(Number.isNaN)) return
  const isLong = year.length === 4
  if (b > 12 && a <= 12) return add(isLong ? 'monthDayYear4' : 'monthDayYear2', raw, y, a, b)
  const hasDots = separator === '.' || separator === ','
  if (isLong) add(hasDots ? 'dayMonthYear4Dots' : 'dayMonthYear4', raw, y, b, a)
  else add(hasDots ? 'dayMonthYear2Dots' : 'dayMonthYear2', raw, y, b, a)
  const couldBeYearFirst = !isLong && a >= 16 && a <= 31 && y <= 31 && a + 2000 <= Number(today.slice(0, 4))
  if (couldBeYearFirst) add('year2MonthDay', raw, a, b, y)
}

/** An ISO day, if there is such a day and it isn't after today. */
export function isoDay(year: number, month: number, day: number, today: string): string | undefined {
  const fullYear = year < 100 ? year + 2000 : year
  if (!(fullYear >= MIN_YEAR)) return undefined
  const iso = calendarDay(fullYear, month, day)
  return iso !== undefined && iso <= today ? iso : undefined
}

export function asDigits(text: string): string {
  return text
    .replace(/[OoQD]/g, '0')
    .replace(/[lI|!i]/g, '1')
    .replace(/[Zz]/g, '2')
    .replace(/[Ss]/g, '5')
    .replace(/B/g, '8')
}

function digits(text: string): number {
  return Number(asDigits(text))
}

function monthNumber(name: string): number {
  return (
    MONTHS.indexOf(
      name
        .toUpperCase()
        .replace('0', 'O')
        .replace(/^JU[1I]/, 'JUL'),
    ) + 1
  )
}

/** Looks again right behind the first number: in `1.12.03.2018` the date begins at the second. */
function* overlapping(pattern: RegExp, text: string): Generator<RegExpExecArray> {
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    yield match
    pattern.lastIndex = match.index + 1 + match[1]!.length
  }
}
