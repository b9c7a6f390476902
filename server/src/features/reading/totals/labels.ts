import { hasLabel, labelScore, labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

const STRONG = [
  'GRAND TOTAL',
  'TOTAL AMOUNT',
  'AMOUNT DUE',
  'BALANCE DUE',
  'TOTAL DUE',
  'NET TOTAL',
  'TOTAL PAYABLE',
  'AMOUNT PAYABLE',
  'NETT TOTAL',
  'NET AMOUNT',
  'TOTAL SALES',
  'TOTAL INCL',
  'TOTAL INCLUSIVE',
  'ROUNDED TOTAL',
  'TOTAL ROUNDED',
  'TOTAL AMT',
  'TOTAL PAID',
  'TOTAL AUD',
  'TOTAL RM',
  'AMOUNT PAID',
  'TOTAL TO PAY',
  'TO PAY',
  'NETT',
  'FINAL TOTAL',
  'INVOICE TOTAL',
  'TOTAL PRICE',
  'AFTER ROUNDING',
  'AFTER ADJ',
  'TOTAL INC',
  'BILL TOTAL',
  'BALANCE TO PAY',
]
const NOT_MONEY = [
  'QTY',
  'QUANTITY',
  'ITEM',
  'ITEMS',
  'DISCOUNT',
  'DISC',
  'SAVED',
  'SAVING',
  'SAVINGS',
  'POINT',
  'POINTS',
  'TAX AMOUNT',
  'UNIT',
]
const CARD = ['VISA', 'MASTERCARD', 'MASTER', 'EFTPOS', 'DEBIT', 'CREDIT', 'AMEX', 'CARD', 'PURCHASE']
const EXCLUSIVE = ['EXCLUDE', 'EXCLUDING', 'EXCL', 'EXCLUSIVE', 'BEFORE', 'EX GST']
const INCLUSIVE = ['INCL', 'INCLUSIVE', 'INCLUDING']

/** Amounts of an account, a policy or a year rather than a purchase, and what isn't money. */
const NOT_CHARGED =
  /\b(ACCOUNT|CARD|OPENING|CLOSING|PREVIOUS|AVAILABLE) BALANCE\b|\b(CREDIT LIMIT|AVAILABLE CREDIT|SUM INSURED|SAFETY NET|YEAR TO DATE)\b|^TOTAL (LITRES|VOLUME|HOURS|KMS|KWH)\b/

/** The whole label: with more words it may be a count or a part, as in "Total items" and "Total labour". */
export const ONLY_TOTAL =
  /^(?:(?:GRAND|NETT?|INVOICE|ORDER|BILL|FINAL|FARE) )?TOTAL(?: (?:AMOUNT|AMT|COST|DUE|FARE|OWING|PAID|PAYABLE|PRICE|TO PAY))*(?: INC(?:L|LUDING|LUSIVE)?(?: OF)?(?: GST)?| GST INC(?:L|LUDED|LUSIVE)?)?$/

/** Scores of a row's words for the amounts in it: 0, 0.8 (misread) or 1. */
export type RowLabels = ReturnType<typeof rowLabels>

export function rowLabels({ text }: Row) {
  const label = labelText(text)
  return {
    text: label,
    total: labelScore(label, ['TOTAL', 'TOTL', 'JUMLAH', 'AMOUNT DUE', 'BALANCE DUE', 'TO PAY', 'NETT']),
    strong: labelScore(label, STRONG),
    isAmount: hasLabel(label, ['AMOUNT', 'AMT']),
    isSubtotal: /SUB ?T[O0]T|SUBT|S ?UB ?TOTAL/.test(label) || hasLabel(label, ['SUBTOTAL', 'SUB TOTAL']),
    isExclusive: (hasLabel(label, EXCLUSIVE) && !hasLabel(label, INCLUSIVE)) || /\bEX(C|CL)?\b/.test(label),
    isInclusive: hasLabel(label, [...INCLUSIVE, 'INC GST', 'INCLUDED']),
    isTax: /\b(GST|GSI|TAX|G S T|SST|VAT)\b/.test(label),
    isCash: hasLabel(label, ['CASH', 'TENDER', 'TENDERED', 'PAYMENT', 'PAID', 'RECEIVED']),
    isCard: hasLabel(label, CARD) || /\bEFT\b/.test(label),
    isChange: hasLabel(label, ['CHANGE', 'CHANGES', 'BALANCE']) && !hasLabel(label, ['BALANCE DUE']),
    isRounding: hasLabel(label, ['ROUND', 'ROUNDING', 'ADJ', 'ADJUSTMENT']),
    isRounded: hasLabel(label, ['ROUNDED', 'AFTER ROUNDING', 'AFTER ROUND', 'ROUNDED TOTAL']),
    isNotMoney: hasLabel(label, NOT_MONEY),
    isSummary: hasLabel(label, ['SUMMARY', 'TAX CODE']),
    isNotCharged: NOT_CHARGED.test(label),
    isCashOut: /\bCASH ?OUT\b/.test(label),
  }
}
