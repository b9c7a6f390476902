import { type Random, seededRandom } from './random.ts'
import { FIRST_WORDS, FOOTERS, STREETS, SUBURBS, TRADES } from './words.ts'
import { pay, printDate, sumUp } from './receipt-parts.ts'

/** One line of a receipt. With `right`, text at both edges. */
export type ReceiptLine = {
  text: string
  right?: string
  align?: 'left' | 'centre'
  /** Relative to ordinary lines. */
  size?: number
  bold?: boolean
}

/** The receipt's values, as in a file of labels. GST is null if it shows none. */
export type ReceiptLabel = {
  merchant: string
  merchantAlt: string[]
  date: string
  total: number
  gst: number | null
  abn: string
}
export type ReceiptText = { lines: ReceiptLine[]; label: ReceiptLabel }

const SEPARATORS = ['-', '=', '.', '_', '*']
const COLUMNS = 38

/** An Australian receipt of an invented shop. */
export function receiptText(seed: number): ReceiptText {
  const random = seededRandom(seed)
  const trade = random.pick(TRADES)
  const name = supplierName(random, trade.names)
  const abn = makeAbn(random)
  const day = new Date(Date.UTC(2019, 0, 1 + random.integer(0, 2800)))
  const date = printDate(random, day)
  const separator = { text: random.pick(SEPARATORS).repeat(COLUMNS) }
  const isDateOnTop = random.chance(0.65)
  const dateLine = { text: date, align: random.pick(['left', 'centre'] as const) }
  const items = random.shuffle(trade.items).slice(0, random.integer(1, 6))
  const sums = sumUp(random, items)
  const titles = [
    { text: random.pick(['TAX INVOICE', 'Tax Invoice', 'TAX INVOICE / RECEIPT', 'RECEIPT']), bold: true },
  ]
  const abnText = random.chance(0.6) ? abn.replace(/^(..)(...)(...)(...)$/, '$1 $2 $3 $4') : abn
  const abnLine = { text: `${random.pick(['ABN', 'ABN:', 'A.B.N.', 'ABN No.', 'Abn'])} ${abnText}` }
  const isAbnBelow = random.chance(0.12)
  const lines: ReceiptLine[] = centred(random, [
    ...name.lines,
    { text: `${random.integer(1, 420)} ${random.pick(STREETS)}` },
    { text: random.pick(SUBURBS) },
    ...(random.chance(0.6)
      ? [
          {
            text: `${random.pick(['Ph:', 'Tel', 'Phone:'])} (0${random.integer(2, 8)}) ${random.integer(5000, 9999)} ${random.integer(1000, 9999)}`,
          },
        ]
      : []),
    ...(isAbnBelow ? [] : [abnLine]),
    ...titles,
  ])
  if (isDateOnTop) lines.push(dateLine)
  if (random.chance(0.4))
    lines.push({
      text: `Served by: ${random.pick(['Mia', 'Sam', 'Jo', 'Staff 04'])}  Reg ${random.integer(1, 9)}`,
    })
  if (random.chance(0.25))
    lines.push({ text: `${random.pick(['Receipt', 'Inv No', 'Order'])} #${random.integer(10_000, 999_999)}` })
  lines.push(
    separator,
    ...sums.items,
    ...(random.chance(0.8) ? [separator] : []),
    ...sums.totals,
    ...pay(random, sums.total),
  )
  if (!isDateOnTop) lines.push(dateLine)
  if (isAbnBelow) lines.push(abnLine)
  lines.push(
    ...centred(
      random,
      random
        .shuffle(FOOTERS)
        .slice(0, random.integer(0, 2))
        .map((text) => ({ text })),
    ),
  )
  const label = { ...name.label, date: day.toISOString().slice(0, 10), total: sums.total, gst: sums.gst, abn }
  return { lines, label }
}

function centred(random: Random, lines: ReceiptLine[]): ReceiptLine[] {
  const align = random.chance(0.75) ? 'centre' : 'left'
  return lines.map((line) => ({ align, ...line }))
}

function supplierName(random: Random, trades: readonly string[]) {
  const [first, trade] = [random.pick(FIRST_WORDS), random.pick(trades)]
  const trading = `${first} ${trade}`
  const legal = `${trading} ${random.pick(['Pty Ltd', 'PTY LTD', 'Pty. Ltd.'])}`
  const cased = (text: string) => (random.chance(0.5) ? text.toUpperCase() : text)
  const style = { size: random.pick([1, 1.15, 1.4, 1.8]), bold: random.chance(0.6) }
  const label = (printed: string) => ({
    merchant: printed,
    merchantAlt: [...new Set([printed, trading, legal])],
  })
  const kind = random.share()
  if (kind < 0.5) return { lines: [{ text: cased(trading), ...style }], label: label(trading) }
  if (kind < 0.7) return { lines: [{ text: cased(legal), ...style }], label: label(legal) }
  if (kind < 0.85) {
    // Too long for one line in large letters.
    const rows = [cased(first), cased(trade)]
    return { lines: rows.map((text) => ({ text, ...style })), label: label(trading) }
  }
  const owner = `${random.pick(['Owned by', 'A division of', 'Operated by'])} `
  const operator = random.chance(0.5)
    ? [{ text: `${owner}${random.pick(FIRST_WORDS)} Holdings Pty Ltd` }]
    : []
  return { lines: [{ text: cased(trading), ...style }, ...operator], label: label(trading) }
}

/** Eleven digits that pass the modulus-89 check. */
function makeAbn(random: Random): string {
  const weights = [3, 5, 7, 9, 11, 13, 15, 17, 19]
  const digits = weights.map(() => random.integer(0, 9))
  const sum = digits.reduce((total, digit, i) => total + digit * weights[i]!, 0)
  // The first two digits, less one in front, make the sum divisible: 10 a + b with weights 10 and 1.
  const check = (89 - (sum % 89)) % 89
  const prefix = check + 10 < 100 ? check + 10 : check
  return prefix >= 10 ? `${prefix}${digits.join('')}` : makeAbn(random)
}
