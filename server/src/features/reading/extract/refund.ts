import { type Amount, amountsIn } from '../totals/amounts.ts'
import { GST_SHARE } from '../totals/gst.ts'
import { ONLY_TOTAL } from '../totals/labels.ts'
import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

/** Has its row to itself, apart from a number, which may begin with letters. */
const TITLE =
  /^((TAX|EFTPOS|CARD|CASH|VISA|MASTERCARD|DEBIT|CREDIT|PURCHASE|TRANSACTION|TRANS|TXN|TYPE|YOUR|SUBJECT) )*(REFUND|CREDIT( TAX)? INVOICE|CREDIT (NOTE|MEMO)|ADJUSTMENT NOTE)( (RECEIPT|SLIP|VOUCHER|APPROVED|CONFIRMATION|NUMBER|DATE))*( [A-Z]{1,3})*$/
/** Before an amount at the end of the row: otherwise it may be a sentence about refunds, or an item. */
const REFUNDED =
  /(REFUND(S|ED)?|\bTOTAL( AMOUNT)? (CREDITED|RETURNED))( (AMOUNT|TOTAL|VALUE|EFTPOS|CARD|CASH|VISA|MASTERCARD|DEBIT|CREDIT|[A-Z]{1,3}))*( (TO|ON|FROM|VIA) .*)?$/
const OTHER_TOTAL = /\bTOTAL\b(?!.*\b(CREDIT|RETURN|REFUND))/
/** A tax agent's fee may be paid from a refund that the tax office makes. */
const FROM_TAX_REFUND =
  /\b(FROM|OUT OF)( (YOUR|THE|THIS|MY|ANY|INCOME|TAX|ATO|ESTIMATED|EXPECTED|CLIENT|S))* REFUND/
const ENDS_WITH_AMOUNT = /\d ?\)?-?( ?(AUD|CR))?$/i
const IN_BRACKETS = /\( ?\$? ?[\d,]{1,9}\.\d\d ?\)( ?AUD)?$/i

/**
 * The amounts that were paid back; `isAll` if the document is about that and nothing else.
 * @returns undefined if nothing was.
 */
export function refundOn(rows: readonly Row[]): { isAll: boolean; cents: ReadonlySet<number> } | undefined {
  const amounts = amountsIn(rows)
  const withAmounts = new Set(amounts.map(({ row }) => row))
  const labels = new Map(rows.map((row) => [row, labelText(row.text)]))
  const isTitle = (row: Row) => {
    const [match, ...groups] = TITLE.exec(labels.get(row)!) ?? []
    // Without a number, as in "Refund: no", it may be a condition.
    return (
      match !== undefined && !withAmounts.has(row) && (groups.at(-1) === undefined || /\d/.test(row.text))
    )
  }
  const negative = amounts.filter(
    ({ row, isNegative, isLast }) => isNegative || (isLast && IN_BRACKETS.test(row.text)),
  )
  const isTotal = ({ row }: Amount) => {
    const label = labels.get(row)!.replace(/ (AUD|O?CR)\b/g, '')
    return ONLY_TOTAL.test(label) && !/\bPAID\b/.test(label)
  }
  const isNegativeTotal = negative.some(isTotal)
  const isNegativeGst = negative.some(
    ({ row, cents }) =>
      labels.get(row) === 'GST' && negative.some((price) => Math.round(price.cents / GST_SHARE) === cents),
  )
  // It may be the GST of a discount, or of a landlord's agent, who keeps the fee.
  const negatives = new Set(negative)
  const others = new Set(amounts.filter((amount) => !negatives.has(amount)).map(({ row }) => row))
  const hasTotal = [...others].some((row) => OTHER_TOTAL.test(labels.get(row)!))
  const isRefunded = (label: string) => REFUNDED.test(label) && !FROM_TAX_REFUND.test(label)
  const refunded = amounts.filter(
    ({ row, isLast }) => isLast && isRefunded(labels.get(row)!) && ENDS_WITH_AMOUNT.test(row.text),
  )
  const isAll = isNegativeTotal || (isNegativeGst && !hasTotal) || rows.some(isTitle)
  return isAll || isNegativeGst || refunded.length > 0
    ? { isAll, cents: new Set(refunded.map(({ cents }) => cents)) }
    : undefined
}
