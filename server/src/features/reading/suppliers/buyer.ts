import type { Row } from '../words/rows.ts'
import { isAligned, type Segment, segmentsOf } from '../words/columns.ts'

/** Marks the buyer, who isn't the supplier. */
export const BUYER = /^(RECEIVED FROM|(SOLD|BILL(ED)?|INVOICED?|DELIVER(ED)?|SHIP(PED)?) TO)\b/i
/** Needs a colon or the column to itself. */
const SHORT_BUYER = /^(TO|CUSTOMER|CLIENT|BUYER|PURCHASER)\W*(:|$)/i
/** In the head of an email, not of the address of an invoice. */
const RECIPIENT = /^TO: ?([^@<]*<)?[^\s@<]+@\S+$/i
const OTHER_PART =
  /^(FROM|SENT|SUBJECT|SUPPLIER|SELLER|PAY TO|TAX|INVOICE|DATE|DUE|DESCRIPTION|ITEM|QTY|QUANTITY)\b/i
/** Ends an address. */
const ABN = /\bA\.?\s?B\.?\s?N\b/i
const MAX_ROWS = 6
/** The most between two rows of an address, in heights of a word. */
const MAX_LEADING = 2.5

/** The parts of an invoice that say who bought something: those that are marked so, and the address below them. */
export function buyerSegments(rows: readonly Row[]): Segment[] {
  return rows.flatMap((row) =>
    segmentsOf(row)
      .filter(isHeading)
      .flatMap((heading) => addressBelow(heading, rows)),
  )
}

function isHeading({ text }: Segment): boolean {
  return BUYER.test(text) || (SHORT_BUYER.test(text) && !RECIPIENT.test(text))
}

function addressBelow(heading: Segment, rows: readonly Row[]): Segment[] {
  const address = [heading]
  for (const row of rows.slice(heading.row.index + 1, heading.row.index + 1 + MAX_ROWS)) {
    const part = segmentsOf(row).find((segment) => isAligned(segment, heading))
    // The other columns may have rows in between.
    if (!part) continue
    const last = address.at(-1)!.words[0]!
    if (ABN.test(address.at(-1)!.text)) break
    if (row.page !== heading.row.page || OTHER_PART.test(part.text)) break
    if (part.words[0]!.y - last.y > MAX_LEADING * last.height) break
    address.push(part)
  }
  return address
}
