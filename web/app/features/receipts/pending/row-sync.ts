import { factsIn, type KnownValues } from '@docketbox/contract/receipts/drafts/edits'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { today } from '#platform/format/dates.ts'
import { changeOutgoing, outgoing } from '../outgoing/list.ts'
import { changePending, pendingUpload } from './store.ts'
import { describedDraft, typedEdit } from './typed-edit.ts'
import type { PendingUpload } from './upload.ts'

/** What was typed about an upload since a row last got it. */
export type TypedSince = {
  change: DraftEdit
  /** What this tab knows the row to have shown before. */
  known: KnownValues
}

/** What was typed about an upload since its first file's row in To file was last given it. */
export function typedSinceRow(
  upload: PendingUpload,
  { uri, edit = {} }: Pick<Draft, 'uri' | 'edit'>,
): TypedSince & Pick<NonNullable<PendingUpload['inRow']>, 'typed' | 'shown'> {
  const last: NonNullable<PendingUpload['inRow']> =
    upload.inRow?.uri === uri ? upload.inRow : { uri, typed: {}, shown: edit }
  const { shown } = last
  const typed = typedEdit(upload)
  const fields = Object.keys({ ...last.typed, ...typed }) as (keyof DraftEdit)[]
  const changed = fields.filter((field) => typed[field] !== last.typed[field])
  return {
    change: Object.fromEntries(changed.map((field) => [field, typed[field] ?? ''])),
    known: Object.fromEntries(changed.map((field) => [field, [shown[field] ?? null]])),
    typed,
    shown,
  }
}

/** What was typed over what a row is known to have. */
export function typedOver(seen: DraftEdit, edit: DraftEdit): TypedSince {
  const changed = (Object.keys(edit) as (keyof DraftEdit)[]).filter((field) => edit[field] !== seen[field])
  return {
    change: Object.fromEntries(changed.map((field) => [field, edit[field]])),
    known: Object.fromEntries(changed.map((field) => [field, [seen[field] ?? null]])),
  }
}

/** What was typed here, but is stored differently: another device had changed it first. */
export function overtakenIn({ change, known }: TypedSince, stored: DraftEdit): DraftEdit {
  const fields = Object.entries(change) as [keyof DraftEdit, string][]
  return Object.fromEntries(
    fields.filter(([field, value]) => stored[field] !== value && !known[field]?.includes(value)),
  )
}

type ForRow = { uri: string; change: DraftEdit; shown: DraftEdit }

/**
 * Takes what was typed about uploads since their first files' rows in To file were last given it, and the category in which
 * they couldn't be saved.
 * @returns what to enter into the rows, and what they showed before, as far as this tab knows.
 */
export function takeTypedForRows(): ForRow[] {
  return uploadsInRows().flatMap(({ upload, category, draft, update }) => {
    const { uri } = draft
    const { change, typed, shown } = typedSinceRow(upload, draft)
    const given = upload.inRow?.uri === uri ? upload.inRow.category : undefined
    if (category !== undefined && category !== given) change.category = category
    if (Object.keys(change).length === 0) return []
    update({ inRow: { uri, typed, shown: { ...shown, ...change }, category } })
    return { uri, change, shown }
  })
}

/** Changes an upload like its first file's row, so that saving it doesn't bring back older text. */
export function followRow(uri: string, change: DraftEdit): void {
  const inRow = uploadsInRows().find(({ draft }) => draft.uri === uri)
  if (!inRow) return
  const { upload, update } = inRow
  const { description = upload.description } = change
  const facts = { ...upload.facts, ...factsIn(change, today()) }
  const last = upload.inRow?.uri === uri ? upload.inRow : undefined
  const shown = { ...last?.shown, ...change }
  const typed = typedEdit({ ...upload, description, facts })
  update({ description, facts, inRow: { ...last, uri, typed, shown }, saveKey: crypto.randomUUID() })
}

type InRow = {
  upload: PendingUpload
  /** The one it couldn't be saved in. */
  category?: string | undefined
  draft: Draft
  update: (change: Partial<PendingUpload>) => void
}

/** The pending upload, and those that couldn't be saved. To file doesn't list what's still being saved. */
function uploadsInRows(): InRow[] {
  const pending = pendingUpload()
  const failed = outgoing().filter(({ problem }) => problem !== undefined)
  const all = [
    ...(pending ? [{ upload: pending, update: changePending }] : []),
    ...failed.map(({ id, upload, category }) => ({
      upload,
      category,
      update: (change: Partial<PendingUpload>) => changeOutgoing(id, change),
    })),
  ]
  return all.flatMap((one) => {
    const draft = describedDraft(one.upload)
    return draft ? { ...one, draft } : []
  })
}
