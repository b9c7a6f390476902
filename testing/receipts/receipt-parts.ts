import type { Random } from './random.ts'
import type { ReceiptLine } from './receipt-text.ts'

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] // prettier-ignore
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A date as tills print it, with or without label and time. */
export function printDate(random: Random, day: Date): string {
  const [year, month, number] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()]
  const two = (value: number) => String(value).padStart(2, '0')
  const name = MONTHS[month]!.slice(0, 3)
  const short = String(year).slice(2)
  const printed = random.pick([
    `${two(number)}/${two(month + 1)}/${year}`,
    `${two(number)}/${two(month + 1)}/${year}`,
    `${number}/${month + 1}/${year}`,
    `${two(number)}/${two(month + 1)}/${short}`,
    `${two(number)}-${two(month + 1)}-${year}`,
    `${two(number)}.${two(month + 1)}.${year}`,
    `${two(number)}-${name}-${year}`,
    `${number} ${name.toUpperCase()} ${year}`,
    `${DAYS[day.getUTCDay()]} ${number} ${name} ${year}`,
    `${number} ${MONTHS[month]} ${year}`,
    `${two(number)} ${name} ${short}`,
    `${year}-${two(month + 1)}-${two(number)}`,
  ])
  const clock = `${two(random.integer(6, 21))}:${two(random.integer(0, 59))}`
  const time = random.pick(['', clock, `${clock}:${two(random.integer(0, 59))}`, `${random.integer(1, 12)}:${two(random.integer(0, 59))} PM`]) // prettier-ignore
  const label = random.pick(['', '', 'Date: ', 'Date ', 'Invoice date ', 'DATE/TIME '])
  return time === ''
    ? `${label}${printed}`
    : `${label}${printed} ${label === 'Date: ' ? 'Time: ' : ''}${time}`
}

/** The items bought and what they come to; `gst` is null when the receipt doesn't show any. */
export function sumUp(random: Random, goods: readonly (readonly [string, number])[]) {
  const sign = random.pick(['', '', '$'])
  const amount = (cents: number) => `${sign}${(cents / 100).toFixed(2)}`
  const items: ReceiptLine[] = []
  let total = 0
  for (const [name, unitCents] of goods) {
    const count = random.chance(0.2) ? random.integer(2, 4) : 1
    const cents = Math.round((unitCents * random.between(0.8, 1.2)) / 5) * 5 * count
    total += cents
    items.push({ text: count === 1 ? name : `${count} x ${name}`, right: amount(cents) })
    if (random.chance(0.12)) items.push({ text: `  ${count} @ ${amount(cents / count)} ea` })
  }
  const isGstFree = random.chance(0.12)
  const gst = isGstFree ? null : Math.round(total / 11)
  const label = random.pick(['TOTAL', 'Total', 'TOTAL AUD', 'Balance Due', 'AMOUNT DUE', 'Total (inc GST)', 'TOTAL INC GST', 'GRAND TOTAL', 'Invoice Total', `TOTAL for ${goods.length} items`, 'Total Due', 'Amount Payable']) // prettier-ignore
  const totalLine: ReceiptLine = {
    text: label,
    right: amount(total),
    size: random.pick([1, 1, 1.25, 1.5]),
    bold: random.chance(0.5),
  }
  const gstLine = gst !== null && {
    text: random.pick(['GST', 'Total includes GST', 'GST included in total', 'GST 10%', 'TOTAL GST', 'Includes GST of', 'GST Amount']), // prettier-ignore
    right: amount(gst),
  }
  const exclusive = gst === null ? total : total - gst
  const subtotal = random.pick<ReceiptLine[]>([
    [],
    [{ text: random.pick(['SUBTOTAL', 'Sub Total', 'Sub-total']), right: amount(total) }],
    gst === null
      ? []
      : [
          {
            text: random.pick(['Subtotal (ex GST)', 'Total ex GST', 'Net amount excl GST']),
            right: amount(exclusive),
          },
        ],
  ])
  const isBefore = random.chance(0.35)
  const totals = [
    ...subtotal,
    ...(gstLine && isBefore ? [gstLine] : []),
    totalLine,
    ...(gstLine && !isBefore ? [gstLine] : []),
  ]
  if (random.chance(0.08)) totals.push({ text: 'You saved', right: amount(random.integer(50, 900)) })
  if (random.chance(0.08)) totals.push({ text: 'Points earned', right: String(random.integer(3, 400)) })
  return { items, totals, total, gst }
}

/** How the customer paid. */
export function pay(random: Random, total: number): ReceiptLine[] {
  const dollars = (cents: number) => (cents / 100).toFixed(2)
  const kind = random.share()
  if (kind < 0.25) {
    const cashCents = Math.ceil(total / 500) * 500 + random.pick([0, 500, 1000])
    return [
      { text: random.pick(['CASH', 'Cash Tendered']), right: dollars(cashCents) },
      { text: random.pick(['CHANGE', 'Change Due']), right: dollars(cashCents - total) },
    ]
  }
  const card = random.pick(['VISA', 'Mastercard', 'EFTPOS', 'AMEX', 'Debit Card'])
  if (kind < 0.5)
    return [{ text: `${card} ************${random.integer(1000, 9999)}`, right: dollars(total) }]
  if (kind < 0.8) return [{ text: card, right: dollars(total) }]
  if (kind < 0.9) return []
  return [{ text: 'EFTPOS PURCHASE  APPROVED 00' }, { text: 'AUD', right: dollars(total) }]
}
