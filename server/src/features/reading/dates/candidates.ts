import type { Candidate } from '../extract/candidate.ts'
import { dateMatches, type DateFormat } from './formats.ts'
import { type DateLabels, dateLabels } from './labels.ts'
import { repairedDates } from './repair.ts'
import { segmentsOf } from '../words/columns.ts'
import { hasLabel, labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

export type DateCandidate = Candidate<string> & { format: DateFormat | 'repaired' }

const FORMAT_SCORES: Record<DateFormat | 'repaired', number> = {
  dayMonthYear4: 2,
  dayMonthYear4Dots: 1,
  dayMonthYear2: 0.5,
  dayMonthYear2Dots: -1,
  dayNameYear4: 2.5,
  dayNameYear2: 1.5,
  nameDayYear4: 2,
  yearMonthDay: 2,
  compactYearMonthDay: -1,
  garbledSeparator: 1,
  spaces: 0.5,
  year2MonthDay: -1.5,
  monthDayYear4: 1,
  monthDayYear2: -0.5,
  repaired: -1,
}
const OTHER_DATES = [
  'DUE',
  'EXPIRY',
  'EXPIRES',
  'EXPIRE',
  'VALID',
  'BEFORE',
  'OFFER',
  'BEST BEFORE',
  'DELIVERY',
  'DOB',
  'UNTIL',
  'EFFECTIVE DATE',
  'START DATE',
  'END DATE',
]
/** What was bought takes place then, or something else does. */
const EVENT =
  /\b(DEPART(S|ING|URE)?|ARRIV(E|ES|ING|AL)|CHECK ?(IN|OUT)|(COURSE|EVENT|TRAVEL) DATE|APPOINTMENT|NEXT|LAST SERVICE|BIRTH|RENEW(S|AL DATE)|UPDATED|DIRECT DEBIT|(DEBIT|CHARGE) YOUR|PAY (BY|ON))\b/
/** When it was sold. Not when it was paid, which may be a part of it. */
const SOLD = /\b(ISSUED|BOOKED|CONFIRMED|ORDERED|PLACED|PURCHASED|SOLD)\b/
const WEEKDAY = '(?:MON|TUE|WED|THU|FRI|SAT|SUN)[A-Z]*'
/** Right before a date: it's a deadline, an expiry or the start of something else. */
const ANOTHER_DAY = new RegExp(
  String.raw`\b(?:TILL|SINCE|AS (?:AT|OF)|EFFECTIVE|EXPIRING|WARRANTY(?: TO)?|LICEN[CS]E|REGISTERED|(?:(?:BOOK|ORDER|REDEEM|RETURN|USE) BY|CLOS(?:ES|ING)|(?<!(?:WEEK|FORTNIGHT|MONTH|PERIOD) )END(?:S|ING))(?: ${WEEKDAY})?)$`,
)
/** The same, unless it's in another column: that says who it's billed to, or served by. */
const UNTIL = new RegExp(String.raw`\b(?:TO|BY(?: ${WEEKDAY})?)$`)
const MAX_LABEL = 40
/** What browsers print above a page, before its title, or below, beside its number. Dockets begin with a date as well. */
const PRINT_HEADER = /^\d{1,2}\/\d{1,2}\/\d{2,4}, \d{1,2}:\d{2}(?!:)( ?[ap]\.?m\.?)? (?![ap]\.?m\.?$)\S/i
const PRINT_FOOTER = /^\d+ of \d+ .*\d{2,4}, \d{1,2}:\d{2}/
/** When an order arrives, as pages of orders say. */
const ARRIVAL = /\b(ARRIV|DELIVER|DISPATCH|SHIP|DEPART)/i
/** Printed below, beside the page's number. */
const ADDRESS = /^https?:\S* \d+\/\d+$/
/** At the end, a date in a sentence is rarely the purchase's. */
const FOOTER_AT = 0.8
const ABOUT_PURCHASE = new RegExp(
  `^(?:${WEEKDAY})?$|\\b(?:PAID|PAYMENT|RECEIPT|RECEIVED|INVOICE|ORDER|PURCHASE|APPROVED|EFTPOS|SALE|BILL|THANKS?|SIGNED)\\b`,
)
const TIME = /\b\d{1,2}[:.]\d{2}([:.]\d{2})?\s?([AP]M)?\b/i
const OLD_YEARS = 12

/**
 * Dates on a receipt as ISO days, most likely first. Day comes before month; nothing lies after `today`.
 * @param today the last day a date may have, as an ISO day.
 */
export function dateCandidates(rows: readonly Row[], today: string): DateCandidate[] {
  const matches = rows.flatMap((row) =>
    dateMatches(row.text, today).map((match) => ({ ...match, row, penalty: 0 })),
  )
  const labels = rows.map(({ text }) => labelText(text))
  const dated = new Set(rows.filter(({ index, text }) => /DATE/.test(labels[index]!) || /\d:\d\d/.test(text)))
  const isReliable = matches.some(({ row }) => dated.has(row))
  const all = [
    ...matches,
    ...(isReliable
      ? []
      : repairedDates(rows, today).map((date) => ({ ...date, format: 'repaired' as const }))),
  ]
  const bonusOf = labelBonuses(rows, all)
  const labelled = all.map((date) => ({ ...date, bonus: bonusOf(date.row, date.raw) }))
  const counts = new Map<string, number>()
  // When a guest arrives doesn't confirm the same day in a row of the bill.
  for (const { value } of labelled.filter(({ bonus }) => bonus >= -1))
    counts.set(value, (counts.get(value) ?? 0) + 1)
  return labelled
    .map(({ value, raw, row, format, penalty, bonus }) => ({
      value,
      raw,
      row,
      format,
      score:
        bonus +
        FORMAT_SCORES[format] +
        (row.text === raw ? 1 : 0) +
        Math.min(2, (counts.get(value) ?? 1) - 1) +
        (row.confidence * 100 - 60) / 60 -
        penalty -
        (Number(today.slice(0, 4)) - Number(value.slice(0, 4)) > OLD_YEARS ? 3 : 0) -
        row.index * 0.005,
    }))
    .toSorted((a, b) => b.score - a.score)
}

/** How much the labels of dates, and times beside them, add to their scores. */
function labelBonuses(
  rows: readonly Row[],
  dates: readonly { row: Row; raw: string }[],
): (row: Row, raw: string) => number {
  const labels = new Map(
    [...Map.groupBy(dates, ({ row }) => row)].map(([row, inRow]) => [
      row,
      dateLabels(
        row,
        rows[row.index - 1],
        inRow.map(({ raw }) => raw),
      ),
    ]),
  )
  const printLines = new Set(rows.filter((row) => isPrintLine(row, rows)))
  const isOwn = (row: Row, raw: string) =>
    !printLines.has(row) && (ARRIVAL.test(row.text) || labelBonus(labels.get(row)!(raw), row, raw) >= 0)
  const isWebPage =
    printLines.size > 0 &&
    (dates.some(({ row, raw }) => isOwn(row, raw)) || rows.some(({ text }) => ADDRESS.test(text)))
  // A row with many dates has one label for all of them.
  const bonuses = new Map<DateLabels, number>()
  return (row, raw) => {
    if (isWebPage && printLines.has(row)) return -3
    const label = labels.get(row)!(raw)
    const bonus = bonuses.get(label) ?? labelBonus(label, row, raw)
    bonuses.set(label, bonus)
    return bonus
  }
}

function isPrintLine({ page, index, text }: Row, rows: readonly Row[]): boolean {
  const isFirst = rows[index - 1]?.page !== page
  const isLast = rows[index + 1]?.page !== page
  return (isFirst && PRINT_HEADER.test(text)) || (isLast && PRINT_FOOTER.test(text))
}

function labelBonus({ own, above }: DateLabels, row: Row, raw: string): number {
  const { text, y } = row
  // The label of a date that has its row to itself is above.
  const isUnlabelled = text === raw || own === ''
  if (EVENT.test(own) || (isUnlabelled && EVENT.test(above))) return -2
  const at = text.indexOf(raw)
  const column = segmentsOf(row).find(({ end }) => at < end)!
  const labelFrom = (start: number) =>
    text
      .slice(Math.min(Math.max(start, at - MAX_LABEL), at), at)
      .toUpperCase()
      .replace(/[^A-Z0-9]+$/, '')
  if (ANOTHER_DAY.test(labelFrom(0)) || UNTIL.test(labelFrom(column.start))) return -3
  const isOther = hasLabel(own, OTHER_DATES) && !own.includes('INVOICE DATE')
  let bonus = TIME.test(text.replace(raw, '')) ? 1.5 : 0
  if (/\bPERIOD\b/.test(own)) bonus -= 2
  else if (hasLabel(own, ['DATE', 'DATED', 'TARIKH'])) bonus += isOther ? 1.5 : 3
  else if (SOLD.test(own)) bonus += 2
  else if (hasLabel(above, ['DATE'])) bonus += 1
  if (isOther || (isUnlabelled && hasLabel(above, OTHER_DATES))) bonus -= 3
  if (hasLabel(own, ['INVOICE DATE', 'TAX INVOICE'])) bonus += 1
  if (hasLabel(own, ['PRINT', 'PRINTED'])) bonus -= 2
  const others = column.text.replace(raw, '')
  if (bonus === 0 && y > FOOTER_AT && !/\d/.test(others) && !ABOUT_PURCHASE.test(labelText(others))) return -1
  return bonus
}
