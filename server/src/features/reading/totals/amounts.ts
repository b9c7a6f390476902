import { type Segment, segmentsOf } from '../words/columns.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'
import { ONLY_TOTAL } from './labels.ts'

export type Amount = {
  cents: number
  isNegative: boolean
  row: Row
  raw: string
  hasCurrency: boolean
  /** The rightmost of its row. */
  isLast: boolean
}

/** `1,234.50`, `$ 12.3O`, `RM5.00-`, `5.00CR`, `.50`; letters that look like digits are allowed, but not the end of a word. */
const AMOUNT =
  /(?<![\d.,])(?<![A-Za-z](?=[OoIl]))(-)?\s?(?:RM|R M|AUD|A?\$|S\$|USD)?\s?(-)?((?:[\dOoIl]{1,3}(?:[ ]?,[\dOo]{3})+|[\dOoIl]{1,6})\s?[.,:']\s?[\dOoIlSsB]{2}|\.[\dO]{2})(?![\d]|[.,]\d)(-|\s?CR\b)?/g
const MAX_DOLLAR_DIGITS = 6

/** All amounts of a receipt, in reading order. Percentages and times are left out. */
export function amountsIn(rows: readonly Row[]): Amount[] {
  return rows.flatMap((row) => {
    const amounts = amountsOf(row)
    return amounts.map((amount, i) => ({ ...amount, isLast: i === amounts.length - 1 }))
  })
}

function amountsOf(row: Row): Omit<Amount, 'isLast'>[] {
  // A space inside of a number is a misread gap, or separates thousands.
  const text = row.text
    .replace(/(?<=\$ ?\d{1,3}) (\d{3})(?=[.,]\d{2}\b)/g, '$1')
    .replace(/(\d) (?=[.,]\d{2}\b)/g, '$1')
    .replace(/(\d[.,]) (?=\d{2}\b)/g, '$1')
  const columns = text.includes(' - ') && isGstOrTotal(labelText(text)) ? segmentsOf(row) : []
  return [...text.matchAll(AMOUNT)].flatMap((match) => {
    const raw = match[0].trim()
    const digits = match[3]!.replace(/\s/g, '')
    const after = text.slice(match.index + match[0].length)
    if (!/\d/.test(digits) || isTime(digits, after) || /^\s?%/.test(after)) return []
    const cents = centsOf(digits)
    if (cents === undefined) return []
    return {
      cents,
      isNegative: Boolean(match[1] ?? match[2] ?? match[4]) && !isBehindDash(row, raw, columns),
      row,
      raw,
      hasCurrency: /RM|\$|AUD/.test(match[0]),
    }
  })
}

/** Whether a minus is a dash, as in “Total - $25.00”. A minus is printed in the column of amounts, or for a discount. */
function isBehindDash({ text }: Row, raw: string, columns: readonly Segment[]): boolean {
  if (!raw.startsWith('- ')) return false
  const from = text.lastIndexOf(raw)
  return columns.some(({ start, end }) => start < from && from < end)
}

function isGstOrTotal(label: string): boolean {
  return label === 'GST' || ONLY_TOTAL.test(label)
}

function isTime(digits: string, after: string): boolean {
  if (digits.includes(':') || /^\s?[AP]M\b/i.test(after)) return true
  return /^\d{1,2}[.']\d{2}$/.test(digits) && /^\s?[.:]\d{2}/.test(after)
}

function centsOf(digits: string): number | undefined {
  const cents = digits
    .slice(-2)
    .replace(/[Oo]/g, '0')
    .replace(/[Il]/g, '1')
    .replace(/[Ss]/g, '5')
    .replace(/B/g, '8')
  const dollars = digits
    .slice(0, -3)
    .replace(/[^\dOoIl]/g, '')
    .replace(/[Oo]/g, '0')
    .replace(/[Il]/g, '1')
  if (dollars.length > MAX_DOLLAR_DIGITS) return undefined
  return Number(dollars || '0') * 100 + Number(cents)
}
