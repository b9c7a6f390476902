import type { Candidate } from '../extract/candidate.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'
import { amountsIn } from './amounts.ts'
import { ONLY_TOTAL, rowLabels } from './labels.ts'

/** `$120`, `1,250 AUD`, `$1,100 inc GST` or `45` at the end of a row. */
const WHOLE =
  /(?<![\d.,$€£¥#*/-])(AUD ?\$?|A?\$)? ?(\d{1,3}(?:,\d{3})+|\d{1,6})( ?AUD)?(?: ?\(?INC\w{0,6}\.? GST\)?)?$/i
const DUE = /^(?:AMOUNT|BALANCE)(?: (?:DUE|OWING|PAID|PAYABLE|TO PAY))+$|^TO PAY$/
/** Without a dollar sign, the number may count items. */
const AMOUNT = /^(?:AMOUNT|PAID)$/

/**
 * A total without cents, as on handwritten dockets and simple invoices; undefined if a total is printed with cents. Where
 * there's no dollar sign, it's the largest amount.
 */
export function wholeDollarTotal(rows: readonly Row[]): Candidate<number> | undefined {
  const amounts = amountsIn(rows)
  const largest = Math.max(0, ...amounts.map(({ cents }) => cents))
  const all = rows
    .flatMap((row) => wholeDollars(row, rows[row.index - 1]) ?? [])
    .filter(({ value, hasCurrency }) => value > 0 && (hasCurrency || value > largest))
  const total = all.findLast(({ isDue }) => !isDue)
  const due = all.findLast(({ isDue }) => isDue)
  // Less than the total is due after a deposit.
  const found = total && !(due && due.value > total.value) ? total : due
  if (!found) return undefined
  const totals = new Set(rows.filter(isTotal))
  return amounts.some(({ row, cents }) => cents > 0 && totals.has(row)) ? undefined : found
}

function isTotal(row: Row): boolean {
  const { total, strong, isSubtotal, isExclusive } = rowLabels(row)
  return (total > 0 || strong > 0) && !isSubtotal && !isExclusive
}

function wholeDollars(
  row: Row,
  above: Row | undefined,
): (Candidate<number> & { hasCurrency: boolean; isDue: boolean }) | undefined {
  const match = WHOLE.exec(row.text)
  if (!match) return undefined
  const [raw, currencyBefore, digits, currencyAfter] = match
  const hasCurrency = currencyBefore !== undefined || currencyAfter !== undefined
  const before = row.text.slice(0, match.index)
  const isBelowLabel = before.trim() === '' && hasCurrency && above !== undefined
  const text = isBelowLabel ? above.text : before
  const label = /\d/.test(text) ? '' : labelText(text)
  const isDue = DUE.test(label)
  if (!isDue && !ONLY_TOTAL.test(label) && !(hasCurrency && AMOUNT.test(label))) return undefined
  const value = Number(digits!.replaceAll(',', '')) * 100
  return { value, score: 0, row, raw: raw.trim(), hasCurrency, isDue }
}
