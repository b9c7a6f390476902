import { abnCandidates } from '../suppliers/abn.ts'
import { amountsIn } from '../totals/amounts.ts'
import { segmentsOf } from '../words/columns.ts'
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
  if (isStatement(labels) && !isBill(labels)) return true
  const labelled = abnCandidates(rows).filter(({ score, isBelowLabel }) => score > 3 && !isBelowLabel)
  return labelled.some(({ value, row }) => value !== labelled[0]!.value && row.page === labelled[0]!.row.page)
}

/** Has its row to itself, apart from a number or an amount. */
const NOT_A_PURCHASE =
  /^(QUOTE|QUOTATION|ESTIMATE|STATEMENT( OF ACCOUNT)?)$|^(DRAFT|PRO ?FORMA)( TAX)? INVOICE\b/
/** An invoice may say what was quoted. */
const QUOTE = /^(QUOTE|QUOTATION|ESTIMATE) (FOR|PREPARED)\b|^YOUR( [A-Z]+){0,4} (QUOTE|QUOTATION|ESTIMATE)$/
/** Not all that's declined is a payment: people who hire a car decline insurance. */
const NOT_PAID =
  /^((YOUR|CARD|EFTPOS|VISA|MASTERCARD|DEBIT|CREDIT|TRANSACTION|TRANS|TXN|PAYMENT|PURCHASE|SALE|ORDER|RESULT|RESPONSE|STATUS|CODE|WAS|HAS|BEEN) )*(DECLINED|NOT APPROVED|INSUFFICIENT FUNDS|UNSUCCESSFUL|CANCELLED|VOID|VOIDED)( (CONTACT|CALL|REFER|SEE|BY|INSUFFICIENT|INVALID|TRY|PLEASE)\b.*)?$|^PRE ?AUTH(ORI[SZ]ATION)?$/
/** Of an agent, who received the rent. */
const LANDLORD = /\b(OWNER|OWNERSHIP|LANDLORD|RENT|RENTAL) STATEMENT\b/
/** Headings of columns. */
const PAID = /\b(DEBITS?|MONEY OUT)$/
const RECEIVED = /^(CREDITS?|MONEY IN)$/
/** An invoice names the quote, the order and the delivery it follows. */
const NUMBERED =
  /^(QUOTE|QUOTATION|ESTIMATE|PURCHASE ORDER|DELIVERY (DOCKET|NOTE)|PACKING SLIP)( (NUMBER|DATE|[A-Z]{1,3}))*$/
const INVOICE = /\b(INVOICE|RECEIPT)\b/

/** Whether the document is a quote, an order, a statement, or of a payment that wasn't made. */
export function isNotPurchase(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  if (isStatement(labels) || labels.some((label) => NOT_A_PURCHASE.test(label) || NOT_PAID.test(label)))
    return true
  if (rows.some(hasDebitsAndCredits) || labels.some((label) => LANDLORD.test(label))) return true
  if (labels.some((label) => QUOTE.test(label)) && !isBill(labels)) return true
  return labels.some((label) => NUMBERED.test(label)) && !labels.some((label) => INVOICE.test(label))
}

/** Whether it's above columns of what was paid and what was received. */
function hasDebitsAndCredits(row: Row): boolean {
  if (!/DEBIT|MONEY OUT/i.test(row.text)) return false
  const headings = segmentsOf(row).map(({ text }) => labelText(text))
  return headings.some((heading) => PAID.test(heading)) && headings.some((heading) => RECEIVED.test(heading))
}

const INCOME = /^(DIVIDEND (STATEMENT|ADVICE)|INTEREST ADVICE|REMITTANCE ADVICE|(.* )?PAY ?SLIP)$/

/** Whether the document is about money that was received. Below its title, an invoice may have a remittance advice too. */
export function isIncome(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  const firstAmount = amountsIn(rows)[0]?.row.index ?? rows.length
  const title = labels.slice(0, firstAmount).findIndex((label) => INCOME.test(label))
  return title !== -1 && !isBill(labels) && !labels.slice(0, title).some((label) => INVOICE.test(label))
}

const YEARLY = /\b(ANNUAL|YEARLY|TAX|DONATIONS?|GIVING|CONTRIBUTIONS?|FEES?)\b.*\b(STATEMENT|SUMMARY)\b/
const INCOME_YEAR = /\b(FINANCIAL|INCOME) YEAR\b|\bYEAR END(ED|ING) JUNE\b|\bJULY (TO )?JUNE\b/

/**
 * Whether the document sums up what was paid in an income year. It's issued after that, so its date is in the next one. An
 * invoice of a tax agent may name a year too.
 */
export function isOfYear(rows: readonly Row[]): boolean {
  const labels = rows.map(({ text }) => labelText(text))
  return (
    labels.some((label) => YEARLY.test(label)) &&
    labels.some((label) => INCOME_YEAR.test(label)) &&
    !isBill(labels)
  )
}

function isBill(labels: readonly string[]): boolean {
  return labels.some((label) => BILL.test(label))
}

function isStatement(labels: readonly string[]): boolean {
  return labels.some((label) => STATEMENT.test(label))
}
