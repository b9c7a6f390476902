import { abnCandidates } from '../suppliers/abn.ts'
import { type Amount, amountsIn } from '../totals/amounts.ts'
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
  const labelled = abnCandidates(rows).filter(({ score }) => score > 3)
  return labelled.some(({ value, row }) => value !== labelled[0]!.value && row.page === labelled[0]!.row.page)
}

const FOREIGN = String.raw`(?:\b(?:USD|EUR|GBP|NZD|CAD|SGD|HKD|JPY|CHF|CNY|KRW|TWD|THB|IDR|VND|INR|FJD|AED|ZAR|SEK|NOK|DKK|MYR|PGK)(?![A-Za-z])|\bR ?M(?=\W*(?:\d|$))|\b(?:US|NZ|HK|FJ) ?\$|(?<!['’])\bS\$|[€£¥₹₩฿])`
const CENTS = String.raw`[.,] ?\d\d\b`
/** Behind an amount only its end is matched: starting at each of its digits would take a time that's quadratic. */
const FOREIGN_AMOUNT = new RegExp(String.raw`${FOREIGN} ?\$? ?\d[\d., ]*${CENTS}|\d ?${CENTS} ?${FOREIGN}`)
const FOREIGN_COLUMN = new RegExp(`\\b(?:TOTAL|AMOUNT|PRICE|DUE|PAID)\\b.{0,12}${FOREIGN}`, 'i')
/** Malaysian receipts name the currency above a column, or not at all. */
const RINGGIT = /\(RM\)|^RM$|\bIN RM\b|\bSDN\b\.? ?BHD\b/i
const AUSTRALIAN = /\bAUD\b|\bAU? ?\$/

/** New Zealand's GST is 15% of the price without it. Its receipts print dollars, too. */
const NEW_ZEALAND_SHARE = 3 / 23
/** Below it, that's almost the same as Australia's. */
const MIN_CENTS = 1_00

type ReadTotal = { value: number; rows: readonly Row[] }

/**
 * Whether the amounts seem to be in a foreign currency.
 * @param total what else is in Australian dollars doesn't make it Australian.
 */
export function isForeign(rows: readonly Row[], total: ReadTotal | undefined): boolean {
  const isForeignRow = ({ text }: Row) =>
    [FOREIGN_AMOUNT, FOREIGN_COLUMN, RINGGIT].some((pattern) => pattern.test(text))
  if (total && (isForeignRow(total.rows[0]!) || isNewZealand(rows, total.value))) return true
  return !rows.some(({ text }) => AUSTRALIAN.test(text)) && rows.some(isForeignRow)
}

function isNewZealand(rows: readonly Row[], totalCents: number): boolean {
  const gst = Math.round(totalCents * NEW_ZEALAND_SHARE)
  const isGst = ({ cents, row }: Amount) => cents === gst && /\bGST\b/.test(labelText(row.text))
  return totalCents >= MIN_CENTS && amountsIn(rows).some(isGst)
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
