import { abnCandidates } from '../suppliers/abn.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

const STATEMENT = /\b(OPENING BALANCE|CLOSING BALANCE|STATEMENT PERIOD|ACCOUNT STATEMENT|BANK STATEMENT)\b/
/** Bills for power, water and tolls sum up the account too. */
const BILL = /(?<!NOT A )\bTAX INVOICE\b/
const SIDE_BY_SIDE = /\bTAX INVOICE\b.*\bTAX INVOICE\b/

/**
 * Whether values are doubtful even if they're well printed: on a bank statement, or when a picture shows several
 * receipts.
 */
export function isDoubtful(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  if (labels.some((label) => SIDE_BY_SIDE.test(label))) return true
  if (isStatement(labels) && !labels.some((label) => BILL.test(label))) return true
  const labelled = abnCandidates(rows).filter(({ score, isBelowLabel }) => score > 3 && !isBelowLabel)
  return labelled.some(({ value, row }) => value !== labelled[0]!.value && row.page === labelled[0]!.row.page)
}

/** Has its row to itself, apart from a number or an amount. */
const NOT_A_PURCHASE = /^(QUOTE|QUOTATION|ESTIMATE|PRO ?FORMA INVOICE|STATEMENT( OF ACCOUNT)?)$/
const NOT_PAID =
  /^((TRANSACTION|PAYMENT|PURCHASE) )?(DECLINED|CANCELLED|VOID|VOIDED)$|^PRE ?AUTH(ORI[SZ]ATION)?$/
/** An invoice names the quote, the order and the delivery it follows. */
const NUMBERED =
  /^(QUOTE|QUOTATION|ESTIMATE|PURCHASE ORDER|DELIVERY (DOCKET|NOTE)|PACKING SLIP)( (NUMBER|DATE|[A-Z]{1,3}))*$/
const INVOICE = /\b(INVOICE|RECEIPT)\b/

/** Whether the document is a quote, an order, a statement, or of a payment that wasn't made. */
export function isNotPurchase(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  if (isStatement(labels) || labels.some((label) => NOT_A_PURCHASE.test(label) || NOT_PAID.test(label)))
    return true
  return labels.some((label) => NUMBERED.test(label)) && !labels.some((label) => INVOICE.test(label))
}

function isStatement(labels: readonly string[]): boolean {
  return labels.some((label) => STATEMENT.test(label))
}
