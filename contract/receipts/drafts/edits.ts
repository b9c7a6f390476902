import { z } from 'zod'
import { type DraftEdit, draftEdit } from '../facts.ts'

const MAX_KNOWN = 50

/** The values of each field that a device has seen or sent; null for none. */
export const knownValues = z.partialRecord(
  draftEdit.keyof(),
  z.array(z.string().nullable()).min(1).max(MAX_KNOWN),
)
export type KnownValues = z.infer<typeof knownValues>

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
