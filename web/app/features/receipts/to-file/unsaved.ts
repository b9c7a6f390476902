import { draftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { z } from 'zod'
import { loadUnsaved, storeUnsaved } from '#platform/storage/unsaved.ts'
import { storedUserId } from '../stored-user.ts'
import { saveEdit } from './queries.ts'
import type { RowEdit, RowField } from './row-values.ts'

const NAME = 'to-file'

const unsavedValue = z.object({
  value: z.string(),
  /** Values the server may have instead: the earlier one, and those sent since. */
  before: z.array(z.string().nullable()),
})
const unsavedEdit = z.partialRecord(draftEdit.keyof(), unsavedValue)
type UnsavedEdit = z.infer<typeof unsavedEdit>
const storedEdits = z.object({
  /** The user id, to hide it from other users of this device. */
  owner: z.string(),
  edits: z.record(z.string(), unsavedEdit),
})

/** This tab's unsaved input in rows. It survives a reload. */
export function openUnsaved() {
  const owner = storedUserId()
  const stored = loadUnsaved(NAME, (value) => storedEdits.parse(value))
  let edits = stored?.owner === owner ? stored.edits : {}
  /** Drafts that are being filed along with their input. */
  const paused = new Set<string>()
  const onTheWay = new Map<string, string>()

  function update(uri: string, edit: UnsavedEdit): void {
    const { [uri]: _, ...others } = edits
    edits = Object.keys(edit).length > 0 ? { ...others, [uri]: edit } : others
    // A response may arrive after logging out.
    if (storedUserId() === owner) storeUnsaved(NAME, { owner, edits })
  }
  function remove(uri: string, matches: (field: RowField, value: string) => boolean): void {
    const rest = fieldsOf(edits[uri] ?? {}).filter(([field, { value }]) => !matches(field, value))
    update(uri, Object.fromEntries(rest))
  }

  /** Sends a row's unsaved input, unless it's already being sent. */
  async function save(uri: string): Promise<void> {
    const edit = edits[uri]
    if (!edit || paused.has(uri)) return
    const fields = fieldsOf(edit)
    const change: RowEdit = Object.fromEntries(fields.map(([field, { value }]) => [field, value]))
    const text = JSON.stringify(change)
    if (onTheWay.get(uri) === text) return
    // It may arrive even if the response is lost.
    const sent = { ...edit }
    for (const [field, { value, before }] of fields)
      sent[field] = { value, before: [...new Set([...before, value])] }
    update(uri, sent)
    onTheWay.set(uri, text)
    try {
      await saveEdit(uri, change)
    } finally {
      if (onTheWay.get(uri) === text) onTheWay.delete(uri)
    }
    // Input typed meanwhile stays unsaved.
    remove(uri, (field, value) => change[field] === value)
  }

  return {
    all: () => edits,
    uris: () => Object.keys(edits).filter((uri) => !paused.has(uri)),
    /** @param saved the row's earlier values. */
    add(uri: string, change: RowEdit, saved: RowEdit): void {
      const edit = { ...edits[uri] }
      for (const [field, value] of fieldsOf(change))
        edit[field] = { value, before: edit[field]?.before ?? [saved[field] ?? null] }
      update(uri, edit)
    },
    remove,
    pause: (uris: readonly string[]): void => uris.forEach((uri) => paused.add(uri)),
    resume: (uris: readonly string[]): void => uris.forEach((uri) => paused.delete(uri)),
    save,
  }
}

/** Splits unsaved input into values that still apply and values overtaken by a change on another device. */
export function splitUnsaved(
  { edit: saved = {} }: Draft,
  unsaved: UnsavedEdit = {},
): { mine: RowEdit; overtaken: RowEdit } {
  const [mine, overtaken]: [RowEdit, RowEdit] = [{}, {}]
  for (const [field, { value, before }] of fieldsOf(unsaved)) {
    const isMine = saved[field] === value || before.includes(saved[field] ?? null)
    ;(isMine ? mine : overtaken)[field] = value
  }
  return { mine, overtaken }
}

function fieldsOf<Value>(edit: { [Field in RowField]?: Value | undefined }): [RowField, Value][] {
  return Object.entries(edit) as [RowField, Value][]
}
