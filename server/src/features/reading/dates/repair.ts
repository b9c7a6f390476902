import { asDigits, isoDay, MONTHS } from './formats.ts'
import { editDistance, hasLabel, labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

/** Characters a digit is misread as. */
const CONFUSIONS: Record<string, string> = {
  0: '8693ODCQ',
  1: '74lI',
  2: '75Z',
  3: '859',
  4: '19A',
  5: '683S',
  6: '8509G',
  7: '1',
  8: '3065B',
  9: '4083',
}
const SHAPE =
  /(?<![0-9A-Za-z])([0-9A-Z©"]{1,2})([/\-. ]{1,2})([0-9A-Z]{1,2})([/\-. ]{1,2}|7(?=20))([0-9A-Z]{4}|[0-9]{2})(?![0-9A-Za-z])/g
const NAMED =
  /(?<![0-9A-Za-z])(\d{1,2})[ /\-.]{0,2}([A-Z0-9]{3})[A-Z]{0,6}[ /\-.,']{0,2}(20\d\d|[02]?\d\d(?!:\d))(?!\d)/gi
const NAME_PENALTY = 1
const MIN_DIGITS = 4
const MAX_DISTANCE = 1.5
const MAX_PART_DISTANCE = 1.2
const CONFUSION_COST = 0.7
const OTHER_COST = 1.2
const TIE_PENALTY = 0.4
const YEARS = 9

type Repaired = { value: string; raw: string; row: Row; penalty: number }
type Best = { value: string; distance: number; ties: number }

/** Dates with a misread digit or two, for receipts on which no other date is reliable. */
export function repairedDates(rows: readonly Row[], today: string): Repaired[] {
  return rows
    .filter(
      ({ text }) => hasLabel(labelText(text), ['DATE', 'DATED', 'TARIKH']) || /\b\d{1,2}:\d{2}/.test(text),
    )
    .flatMap((row) => [
      ...repairedNames(row, today),
      ...[...row.text.matchAll(SHAPE)].flatMap((match) => {
        if ((match[0].match(/\d/g) ?? []).length < MIN_DIGITS || isLegible(match)) return []
        const best = nearestDay(clean(match[1]!), clean(match[3]!), clean(match[5]!), today)
        if (!best || best.distance > MAX_DISTANCE) return []
        return { value: best.value, raw: match[0], row, penalty: best.distance + best.ties * TIE_PENALTY }
      }),
    ])
}

/** Dates whose month has one misread letter, as in "25 Dct 2020". */
function repairedNames(row: Row, today: string): Repaired[] {
  return [...row.text.matchAll(NAMED)].flatMap(([raw, day, name, year]) => {
    const alike = MONTHS.filter((month) => editDistance(month, name!.toUpperCase(), 1) <= 1)
    const month = alike.length === 1 ? MONTHS.indexOf(alike[0]!) + 1 : 0
    // Of three digits, the second or third of the century is missing.
    const value = isoDay(Number(year!.length === 3 ? year!.slice(1) : year), month, Number(day), today)
    return value === undefined ? [] : { value, raw, row, penalty: NAME_PENALTY }
  })
}

/** A day that was read well isn't repaired, even if it's in the future. */
function isLegible([, day, , month, , year]: RegExpMatchArray): boolean {
  return isoDay(Number(year), Number(month), Number(day), '9999-12-31') !== undefined
}

function nearestDay(dayText: string, monthText: string, yearText: string, today: string): Best | undefined {
  const thisYear = Number(today.slice(0, 4))
  let best: Best | undefined
  for (let month = 1; month <= 12; month++) {
    const monthDistance = distance(monthText.padStart(2, '0'), twoDigits(month))
    if (monthDistance > MAX_PART_DISTANCE) continue
    for (let day = 1; day <= 31; day++) {
      const dayDistance = distance(dayText.padStart(2, '0'), twoDigits(day))
      if (dayDistance + monthDistance > MAX_DISTANCE) continue
      for (let year = thisYear; year > thisYear - YEARS; year--) {
        const value = isoDay(year, month, day, today)
        if (!value) continue
        const total = dayDistance + monthDistance + distance(yearText, String(year).slice(-yearText.length))
        if (best && Math.abs(total - best.distance) < 0.01) best.ties++
        else if (!best || total < best.distance) best = { value, distance: total, ties: 0 }
      }
    }
  }
  return best
}

function distance(actual: string, expected: string): number {
  let cost = 0
  for (const [i, digit] of Array.from(expected).entries()) {
    if (actual[i] !== digit)
      cost += CONFUSIONS[digit]!.includes(actual[i] ?? ' ') ? CONFUSION_COST : OTHER_COST
  }
  return cost
}

function clean(text: string): string {
  return asDigits(text).replace(/[©Cc]/g, '0').replaceAll('"', '1')
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}
