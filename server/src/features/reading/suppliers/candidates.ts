import { MAX_LENGTH } from '@docketbox/contract/core/limits'
import type { Candidate } from '../extract/candidate.ts'
import type { Row } from '../words/rows.ts'
import { BUYER } from './buyer.ts'
import { hasFinalForm, LEGAL_FORM, startsWithForm, TRADE } from './business-words.ts'
import { cleanName } from './clean-name.ts'
import { isAddressOrLabel } from './label-words.ts'
import { greetedIn, mailHead } from './mail.ts'

/** `rows`: the ones the name is printed on; more than one when it's joined. `isSender`: of an email, maybe a person. */
export type SupplierCandidate = Candidate<string> & { rows: readonly Row[]; isSender?: boolean }

const MAX_ROWS = 14
const MIN_LETTERS = 3
/** A name in large letters may take several rows. */
const MAX_NAME_ROWS = 3
/** Shorter words, such as "The", may begin several names. */
const MIN_REPEATED_LETTERS = 4
const MAX_HEIGHT_DIFFERENCE = 0.3
const JOIN_PENALTY = 0.6
/** Names printed in the text of an email have more. */
const MIN_NAME_SCORE = 2
/** Marks the head of a printed email: who sent it to whom, about what. */
const MAIL = /^(FROM|TO|CC|SENT|SUBJECT|REPLY-TO):|^GMAIL -|[\w.]@\w+\.\w/i
/** Marks the person who runs the business, whose name isn't the business's. */
const OPERATOR = /^(OPERATED|OWNED|RUN) ?BY|^(A )?DIVISION ?OF\b|^TRUSTEE\b|^(AS )?TRUSTEE FOR\b/i

/** Names of the supplier, most likely first. They stand at the top, in large letters, often with a legal form. */
export function supplierCandidates(rows: readonly Row[]): SupplierCandidate[] {
  const mail = mailHead(rows.slice(0, MAX_ROWS))
  // Above the head of an email, mail programs print whose mailbox it's in.
  const top = rows
    .slice(mail?.row.index ?? 0)
    .filter(({ index, y }) => index < MAX_ROWS && (y < 0.5 || index < 6))
  const first = top.find(({ text, confidence }) => letters(text) >= 4 && confidence > 0.4)?.index ?? -1
  const readers = [...(mail?.recipients ?? []), ...rows.flatMap(({ text }) => greetedIn(text) ?? [])]
  const isReader = (name: string) => readers.some((reader) => reader.toUpperCase() === name.toUpperCase())
  const candidates = top.flatMap((row): SupplierCandidate[] => {
    const name = cleanName(row.text)
    if (letters(name) < MIN_LETTERS || isNumber(name) || isOtherParty(name)) return []
    if (greetedIn(row.text) !== undefined || isReader(name)) return []
    const distance = row.index - Math.max(0, first)
    const score = nameScore(name, row, distance)
    const alone: SupplierCandidate = { value: name, score, row, rows: [row], raw: row.text }
    return [alone, ...continued(alone, rows, first), ...joinedNames(row, rows, distance)]
  })
  const sender = mail?.sender
  if (sender !== undefined && !isReader(sender) && candidates.every(({ score }) => score < MIN_NAME_SCORE)) {
    const score = nameScore(sender, mail!.row, 0)
    candidates.push({ value: sender, score, row: mail!.row, rows: [mail!.row], raw: sender, isSender: true })
  }
  return candidates
    .filter(({ value }) => value.length <= MAX_LENGTH.supplier)
    .toSorted((a, b) => b.score - a.score)
    .filter(({ value }, i, all) => all.findIndex((other) => other.value === value) === i)
}

/** The name together with one or two of the next rows, where those are as large and no address or label. */
function joinedNames(row: Row, rows: readonly Row[], distance: number): SupplierCandidate[] {
  const joined: SupplierCandidate[] = []
  const parts = [row]
  while (parts.length < MAX_NAME_ROWS) {
    const next = rows[row.index + parts.length]
    if (!next || repeats(next, row) || !parts.concat(next).every((part) => isNamePart(part, row))) break
    parts.push(next)
    const value = parts.map(({ text }) => cleanName(text)).join(' ')
    const score = nameScore(value, row, distance) - JOIN_PENALTY * (parts.length - 1)
    joined.push({ value, score, row, rows: [...parts], raw: row.text })
  }
  return joined
}

/** Whether a row has the name of another again, as of the company behind a brand. */
function repeats({ text }: Row, { text: name }: Row): boolean {
  const [first = ''] = cleanName(name).toUpperCase().split(' ')
  return first.length >= MIN_REPEATED_LETTERS && cleanName(text).toUpperCase().split(' ').includes(first)
}

/** Whether a row may be one line of a name that starts on another. */
export function isNamePart({ text, height, page }: Row, first: Row): boolean {
  const name = cleanName(text)
  const isAlike = Math.abs(height - first.height) < MAX_HEIGHT_DIFFERENCE * Math.max(height, first.height)
  return (
    letters(name) >= MIN_LETTERS &&
    isAlike &&
    page === first.page &&
    !isAddressOrLabel(name) &&
    !isOtherParty(name)
  )
}

/** A phone number with its label, which is all that's legible of a receipt in another script. */
function isNumber(name: string): boolean {
  return (name.match(/\d/g) ?? []).length > letters(name)
}

function isOtherParty(name: string): boolean {
  return OPERATOR.test(name) || BUYER.test(name) || MAIL.test(name)
}

function nameScore(name: string, row: Row, distance: number): number {
  const hasForm = LEGAL_FORM.test(name)
  const withoutSpaces = name.replace(/\s/g, '').length
  const digitCount = (name.match(/\d/g) ?? []).length
  let score = 3 - 0.55 * Math.max(0, distance) - (distance < 0 ? 1.5 : 0)
  if (hasForm) score += 3
  if (TRADE.test(name)) score += 1
  score -= Math.min(3, (digitCount / Math.max(1, name.length)) * 8)
  if (isAddressOrLabel(name)) score -= hasForm ? 0.6 : 2.5
  if (/\d{5}\s+[A-Z]/.test(name) || /,\s*$/.test(row.text) || (name.match(/,/g) ?? []).length >= 2) score -= 2
  if (/\d{2,}[/:.]\d{2}/.test(name)) score -= 2
  if (isCutOff(name)) score -= 1.5
  score += Math.min(2, Math.max(-1, (row.height - 1) * 1.5)) + (row.confidence * 100 - 65) / 30
  if (name === name.toUpperCase()) score += 0.3
  if (name === name.toLowerCase()) score -= 1.2
  if (letters(name) / withoutSpaces < 0.7) score -= 1
  if (letters(name) < 5) score -= 1
  return score
}

/** The name together with the next row, and the one after it, if it seems to continue there. */
function continued(part: SupplierCandidate, rows: readonly Row[], first: number): SupplierCandidate[] {
  const next = rows[part.rows.at(-1)!.index + 1]
  const longer = next && part.rows.length < MAX_NAME_ROWS ? continuedIn(next, part, first) : undefined
  return longer ? [longer, ...continued(longer, rows, first)] : []
}

function continuedIn(next: Row, part: SupplierCandidate, first: number): SupplierCandidate | undefined {
  const { value: name, score, row } = part
  const nextName = cleanName(next.text)
  if (isOtherParty(nextName) || repeats(next, row)) return undefined
  const rows = [...part.rows, next]
  if (isCutOff(name) || isCutOff(rows.at(-2)!.text)) {
    if (letters(nextName) < MIN_LETTERS) return undefined
    const whole = `${rows
      .map(({ text }) => text)
      .join(' ')
      .replace(/^[^A-Za-z0-9#(]+/, '')
      .trim()}`
    const bonus = LEGAL_FORM.test(nextName) ? 2.6 : 1
    return { ...part, rows, value: cleanName(whole) || whole, score: score + bonus }
  }
  // The place of a branch.
  const place = next.text.trim()
  if (/^\([A-Z .'-]{3,}\)?$/i.test(place)) return { ...part, rows, value: `${name} ${place}` }
  if (hasFinalForm(name)) return undefined
  const looksContinued =
    hasFinalForm(nextName) &&
    row.index <= first + 2 &&
    !isAddressOrLabel(name) &&
    score > 1.5 &&
    Math.abs(next.height - row.height) < 0.35 &&
    nextName.split(' ').length <= 4
  if (!startsWithForm(nextName) && !looksContinued) return undefined
  return { ...part, rows, value: `${name} ${nextName}`, score: score + 2.6 }
}

/** Whether a name must continue in the next row. */
export function isCutOff(name: string): boolean {
  return /(\([^)]*|&|\bAND)\s*$/i.test(name)
}

function letters(text: string): number {
  return (text.match(/[A-Za-z]/g) ?? []).length
}
