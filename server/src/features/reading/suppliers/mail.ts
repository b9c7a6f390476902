import type { Row } from '../words/rows.ts'

/** Who sent a printed email to whom, and its first row. */
export type MailHead = { row: Row; sender: string | undefined; recipients: readonly string[] }

/** How many rows the head has. */
const MAX_ROWS = 6
const GREETING = /^(?:HI|HELLO|DEAR|HEY)\b(.*),\s*$/i

/** The head of a printed email: From, and Sent or Subject near it. Invoices say “From” and “To” as well. */
export function mailHead(rows: readonly Row[]): MailHead | undefined {
  const row = rows.find(({ text }) => /^FROM:/i.test(text))
  if (!row) return undefined
  const head = rows.slice(row.index, row.index + MAX_ROWS)
  if (!head.some(({ text }) => /^(SENT|SUBJECT):/i.test(text))) return undefined
  const [sender] = namesAfter('FROM:', [row])
  return { row, sender, recipients: namesAfter('TO:', head) }
}

/** Names without their addresses. */
function namesAfter(label: string, rows: readonly Row[]): string[] {
  const row = rows.find(({ text }) => text.toUpperCase().startsWith(label))
  const names = row?.text.slice(label.length).split(';') ?? []
  return names.map((name) => name.replace(/[<[(].*|\S*@\S*|["']/g, '').trim()).filter((name) => name !== '')
}

/** Whom a row greets. Shops may be called “Hello Sunshine”, without a comma. */
export function greetedIn(text: string): string | undefined {
  return GREETING.exec(text)?.[1]!.trim()
}
