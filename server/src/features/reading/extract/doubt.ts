import { abnCandidates } from '../suppliers/abn.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

const STATEMENT = /\b(OPENING BALANCE|CLOSING BALANCE|STATEMENT PERIOD|ACCOUNT STATEMENT|BANK STATEMENT)\b/
const SIDE_BY_SIDE = /\bTAX INVOICE\b.*\bTAX INVOICE\b/

/**
 * Whether values are doubtful even if they're well printed: on a bank statement, or when a picture shows several
 * receipts.
 */
export function isDoubtful(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  if (labels.some((label) => STATEMENT.test(label) || SIDE_BY_SIDE.test(label))) return true
  const labelled = abnCandidates(rows).filter(({ score }) => score > 3)
  return labelled.some(({ value, row }) => value !== labelled[0]!.value && row.page === labelled[0]!.row.page)
}

const FOREIGN = String.raw`(?:\b(?:USD|EUR|GBP|NZD|CAD|SGD|HKD|JPY|CHF)\b|\b(?:US|NZ) ?\$|[€£¥])`
const AMOUNT = String.raw`\d[\d., ]*[.,] ?\d\d\b`
const FOREIGN_AMOUNT = new RegExp(`${FOREIGN} ?\\$? ?${AMOUNT}|${AMOUNT} ?${FOREIGN}`)
const FOREIGN_COLUMN = new RegExp(`\\b(?:TOTAL|AMOUNT|PRICE|DUE|PAID)\\b.{0,12}${FOREIGN}`, 'i')
const AUSTRALIAN = /\bAUD\b|\bAU? ?\$/

/** Whether amounts seem to be in another currency than Australian dollars. */
export function isForeign(rows: readonly Row[]): boolean {
  if (rows.some(({ text }) => AUSTRALIAN.test(text))) return false
  return rows.some(({ text }) => FOREIGN_AMOUNT.test(text) || FOREIGN_COLUMN.test(text))
}
