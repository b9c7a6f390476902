import { parseCents } from '@docketbox/contract/core/money'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { today } from '#platform/format/dates.ts'
import { changePending, pendingUpload } from './store.ts'
import { describedDraft, typedEdit } from './typed-edit.ts'
import { type PendingUpload, type TypedFacts, typedFacts } from './upload.ts'

/**
 * Takes what was typed about the pending upload since its first file's row in To file was last given it.
 * @returns what to enter into the row, and what the row showed before, as far as this tab knows.
 */
export function takeTypedForRow(): { uri: string; change: DraftEdit; shown: DraftEdit } | undefined {
  const upload = pendingUpload()
  const draft = upload && describedDraft(upload)
  if (!draft) return undefined
  const { uri, edit = {} } = draft
  const last: NonNullable<PendingUpload['inRow']> =
    upload.inRow?.uri === uri ? upload.inRow : { uri, typed: {}, shown: edit }
  const typed = typedEdit(upload)
  const fields = Object.keys({ ...last.typed, ...typed }) as (keyof DraftEdit)[]
  const changed = fields.filter((field) => typed[field] !== last.typed[field])
  if (changed.length === 0) return undefined
  const change = Object.fromEntries(changed.map((field) => [field, typed[field] ?? '']))
  changePending({ inRow: { uri, typed, shown: { ...last.shown, ...change } } })
  return { uri, change, shown: last.shown }
}

/** Changes the pending upload like its first file's row, so that saving it doesn't bring back older text. */
export function followRow(uri: string, change: DraftEdit): void {
  const upload = pendingUpload()
  if (!upload || describedDraft(upload)?.uri !== uri) return
  const { description = upload.description } = change
  const facts = { ...upload.facts, ...factsOf(change) }
  const shown = { ...(upload.inRow?.uri === uri && upload.inRow.shown), ...change }
  const typed = typedEdit({ ...upload, description, facts })
  changePending({ description, facts, inRow: { uri, typed, shown }, saveKey: crypto.randomUUID() })
}

/** Leaves out what isn't a fact yet, such as an amount that can't be read. */
function factsOf({ supplier, total, date }: DraftEdit): TypedFacts {
  const facts = {
    supplier: supplier === undefined ? undefined : supplier.trim() || null,
    totalCents: total?.trim() === '' ? null : parseCents(total ?? ''),
    documentDate: date === undefined || date > today() ? undefined : date || null,
  }
  const isFact = ([name, value]: [string, unknown]) =>
    value !== undefined && typedFacts.safeParse({ [name]: value }).success
  return Object.fromEntries(Object.entries(facts).filter(isFact))
}
