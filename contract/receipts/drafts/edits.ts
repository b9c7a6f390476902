import { z } from 'zod'
import { parseCents } from '../../core/money.ts'
import { type DraftEdit, draftEdit, filedFacts } from '../facts.ts'

const MAX_KNOWN = 50

/** The values of each field that a device has seen or sent; null for none. */
export const knownValues = z.partialRecord(
  draftEdit.keyof(),
  z.array(z.string().nullable()).min(1).max(MAX_KNOWN),
)
export type KnownValues = z.infer<typeof knownValues>

export const typedFacts = filedFacts.pick({ supplier: true, documentDate: true, totalCents: true })
export type TypedFacts = z.infer<typeof typedFacts>

/**
 * The facts in what was typed about an upload; null for what was cleared. Leaves out what isn't a fact yet, such as an amount
 * that can't be read, or a day after `latest`.
 */
export function factsIn({ supplier, total, date }: DraftEdit, latest: string): TypedFacts {
  const facts = {
    supplier: supplier === undefined ? undefined : supplier.trim() || null,
    totalCents: total?.trim() === '' ? null : parseCents(total ?? ''),
    documentDate: date === undefined || date > latest ? undefined : date || null,
  }
  const isFact = ([name, value]: [string, unknown]) =>
    value !== undefined && typedFacts.safeParse({ [name]: value }).success
  return Object.fromEntries(Object.entries(facts).filter(isFact))
}

/** Splits input into fields that apply and outdated ones, which another device had changed unknown to this one. */
export function splitInput(
  stored: DraftEdit,
  input: DraftEdit,
  known: KnownValues,
): { applied: DraftEdit; overtaken: DraftEdit } {
  const [applied, overtaken]: [DraftEdit, DraftEdit] = [{}, {}]
  for (const [field, value] of Object.entries(input) as [keyof DraftEdit, string][]) {
    const current = stored[field] ?? null
    const applies = !known[field] || current === value || known[field].includes(current)
    ;(applies ? applied : overtaken)[field] = value
  }
  return { applied, overtaken }
}
