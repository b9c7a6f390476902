import type { Candidate } from '../extract/candidate.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'
import { amountsIn } from './amounts.ts'
import { rowLabels } from './labels.ts'

/** `$120`, `1,250 AUD`, `$1,100 inc GST` or `45` at the end of a row. */
const WHOLE =
  /(?<![\d.,$€£¥#*/-])(AUD ?\$?|A?\$)? ?(\d{1,3}(?:,\d{3})+|\d{1,6})( ?AUD)?(?: ?\(?INC\w{0,6}\.? GST\)?)?$/i
/** The whole label: with more words it may be a count or a part, as in "Total items" and "Total labour". */
const TOTAL =
  /^(?:(?:GRAND|NETT?|INVOICE|BILL|FINAL|FARE) )?TOTAL(?: (?:AMOUNT|AMT|COST|DUE|FARE|OWING|PAID|PAYABLE|PRICE|TO PAY))*(?: INC(?:L|LUDING|LUSIVE)?(?: OF)?(?: GST)?| GST INC(?:L|LUDED|LUSIVE)?)?$/
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
  const found = rows
    .flatMap((row) => wholeDollars(row, rows[row.index - 1]) ?? [])
    .findLast(({ value, hasCurrency }) => value > 0 && (hasCurrency || value > largest))
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
): (Candidate<number> & { hasCurrency: boolean }) | undefined {
  const match = WHOLE.exec(row.text)
  if (!match) return undefined
  const [raw, before, digits, after] = match
  const hasCurrency = before !== undefined || after !== undefined
  const label = row.text.slice(0, match.index)
  const isBelowLabel = label.trim() === '' && hasCurrency && above !== undefined
  if (!isLabel(isBelowLabel ? above.text : label, hasCurrency)) return undefined
  return { value: Number(digits!.replaceAll(',', '')) * 100, score: 0, row, raw: raw.trim(), hasCurrency }
}

function isLabel(text: string, hasCurrency: boolean): boolean {
  const label = /\d/.test(text) ? '' : labelText(text)
  return TOTAL.test(label) || DUE.test(label) || (hasCurrency && AMOUNT.test(label))
}
