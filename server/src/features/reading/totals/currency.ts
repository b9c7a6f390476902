import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'
import { type Amount, amountsIn } from './amounts.ts'

/** Those that aren't English words too. */
const UNAMBIGUOUS = `(?<![A-Za-z])(?:USD|EUR|GBP|NZD|SGD|HKD|JPY|CHF|CNY|RMB|KRW|TWD|THB|IDR|VND|LKR|NPR|PKR|BDT|KHR|MYR|BND|FJD|PGK|SBD|VUV|XPF|AED|QAR|SAR|ILS|EGP|ZAR|KES|SEK|NOK|DKK|ISK|PLN|CZK|HUF|MXN|BRL|ARS|CLP)(?![A-Za-z])`
/** Drawings, web sites and blood tests are called the same, and so is the time in Perth. */
const AMBIGUOUS = '(?:CAD|PHP|INR|WST)(?![A-Za-z])'
const CODE = `(?:${UNAMBIGUOUS}|${AMBIGUOUS})`
const MARK = String.raw`(?:${UNAMBIGUOUS}|\bR ?M(?=\W*(?:\d|$))|(?<![A-Za-z])(?:(?:US|NZ|HK|FJ) ?|CA|CDN|SG|NT|MX)\$|(?<![A-Za-z'’])[CRS]\$|(?![$¢])\p{Sc})`
const CENTS = String.raw`[.,] ?\d\d(?!\d)`
/** After an amount, matches only its last digit and cents: trying each of its digits would take quadratic time. */
const MARKED_AMOUNT = new RegExp(String.raw`${MARK} ?\$? ?\d[\d., ]*${CENTS}|\d ?${CENTS} ?${MARK}`, 'u')
/** Elsewhere these may mean something else. */
const FOREIGN_TOTAL = new RegExp(
  String.raw`\b(?:kr|Rp|Rs|Fr\.|${AMBIGUOUS})\.? ?\$? ?\d[\d., ]*${CENTS}|\d ?${CENTS} ?(?:(?:kr|zł|Kč|TL)(?![A-Za-z])|${AMBIGUOUS})`,
)
const MARKED_COLUMN = new RegExp(
  String.raw`\b(?:TOTAL|AMOUNT|PRICE|DUE|PAID)\b.{0,12}(?:${MARK}|\b${AMBIGUOUS})`,
  'iu',
)
const IN_BRACKETS = new RegExp(String.raw`\(${UNAMBIGUOUS}\)$`)
/** In a row's label text. */
const STATED = new RegExp(
  String.raw`\bCURRENCY ${CODE}|(?:^|\b(?:AMOUNTS?|PRICES?|TOTALS?|FEES|CHARGE[DS]?|FIGURES|PA(?:ID|YABLE)|BILLED|SHOWN)\b.{0,40})\bIN ${CODE}|\b(?:U ?S|NZ|NEW ZEALAND|CANADIAN|SINGAPORE|HONG KONG) DOLLARS\b|\bIN EUROS?\b`,
)
/** Malaysian receipts name the currency above a column, or not at all. */
const RINGGIT = /\(RM\)|^RM$|\bIN RM\b|\bSDN\b\.? ?BHD\b/i
const FOREIGN = [MARKED_AMOUNT, MARKED_COLUMN, RINGGIT]
const AUSTRALIAN = /\bAUD\b|\bAU? ?\$/
const AUSTRALIAN_TAX = /\bA ?B ?N\b|GST/
/** Taxes and companies that Australia doesn't have. */
const ABROAD = /\b(SALES TAX|VAT|LLC)\b/
const AMERICAN =
  /, Inc\b|, ?(A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) \d{5}\b/

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
  const matches = (text: string, ...patterns: RegExp[]) => patterns.some((pattern) => pattern.test(text))
  const isForeignTotal = total && matches(total.rows[0]!.text, ...FOREIGN, FOREIGN_TOTAL)
  if (total && (isForeignTotal || isNewZealand(rows, total.value))) return true
  if (rows.some(({ text }) => AUSTRALIAN.test(text))) return false
  const labels = rows.map(({ text }) => labelText(text))
  const has = (pattern: RegExp, ofText: RegExp[]) =>
    rows.some(({ text }, i) => pattern.test(labels[i]!) || matches(text, ...ofText))
  return (
    has(STATED, [...FOREIGN, IN_BRACKETS]) ||
    (has(ABROAD, [AMERICAN]) && !labels.some((label) => AUSTRALIAN_TAX.test(label)))
  )
}

function isNewZealand(rows: readonly Row[], totalCents: number): boolean {
  const gst = Math.round(totalCents * NEW_ZEALAND_SHARE)
  const isGst = ({ cents, row }: Amount) => cents === gst && /\bGST\b/.test(labelText(row.text))
  return totalCents >= MIN_CENTS && amountsIn(rows).some(isGst)
}
