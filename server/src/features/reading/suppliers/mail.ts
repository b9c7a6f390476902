import type { Row } from '../words/rows.ts'

/** Who sent a printed email to whom, and its first row. */
export type MailHead = { row: Row; sender: string | undefined; recipients: readonly string[] }

/** How many rows the head has. */
const MAX_ROWS = 6
const GREETING = /^(?:HI|HELLO|DEAR|HEY)(?: (.*))?,\s*$/i

/** The head of a printed email, or of the one that it forwards. Invoices say “From”, “To” and “Subject” as well. */
export function mailHead(rows: readonly Row[]): MailHead | undefined {
  const heads = rows
    .filter(({ text }) => /^FROM:/i.test(text))
    .map((row) => rows.slice(row.index, row.index + MAX_ROWS))
    .filter((head) => has(head, /^SENT:/i) || (has(head, /^SUBJECT:/i) && has(head, /@\w/)))
  const head = heads.find((each) => !has(each, /^SUBJECT: (FW|FWD):/i)) ?? heads[0]
  if (!head) return undefined
  const [sender] = namesAfter('FROM:', head)
  return { row: head[0]!, sender, recipients: namesAfter('TO:', head) }
}

function has(rows: readonly Row[], pattern: RegExp): boolean {
  return rows.some(({ text }) => pattern.test(text))
}

/** Names without their addresses. */
function namesAfter(label: string, rows: readonly Row[]): string[] {
  const row = rows.find(({ text }) => text.toUpperCase().startsWith(label))
  const names = row?.text.slice(label.length).split(';') ?? []
  return names.map((name) => name.replace(/[<[(].*|\S*@\S*|["']/g, '').trim()).filter((name) => name !== '')
}

/** The name a row greets. Shops may be called “Hello Sunshine”, without a comma. */
export function greetedIn(text: string): string | undefined {
  const greeting = GREETING.exec(text)
  return greeting ? (greeting[1]?.trim() ?? '') : undefined
}
