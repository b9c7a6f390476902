import { splitInput } from '@docketbox/contract/receipts/drafts/edits'
import { draftEdit } from '@docketbox/contract/receipts/facts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { z } from 'zod'
import {
  removeSetAside,
  setAside,
  setAsideUnsaved,
  takeUnsaved,
  TO_FILE_INPUT,
} from '#platform/storage/unsaved.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { saveEdit } from './queries.ts'
import type { RowEdit, RowField } from './row/row-values.ts'

const MAX_KNOWN = 20

const typedValue = z.object({
  value: z.string(),
  /** Values the server may have: those shown here before, and those sent since. */
  known: z.array(z.string().nullable()),
  isSaved: z.boolean(),
})
const rowInput = z.partialRecord(draftEdit.keyof(), typedValue)
export type RowInput = z.infer<typeof rowInput>
type Inputs = Readonly<Record<string, RowInput>>
const stored = z.object({
  /** The user id, to hide it from other users of this device. */
  owner: z.string(),
  inputs: z.record(z.string(), rowInput),
})

/** The id of the input on screen. A late response to an earlier one mustn't bring back older text. */
let shownId: string | undefined

/** What was typed into rows in this tab. What isn't saved yet survives a reload, the end of the tab, and logging out. */
export function openInput() {
  const owner = storedUserId()
  const id = crypto.randomUUID()
  shownId = id
  let inputs: Inputs = loadInputs(owner, id)
  const listeners = new Set<() => void>()
  /** Drafts that are being filed along with their input. */
  const paused = new Set<string>()
  const onTheWay = new Map<string, string>()

  function update(uri: string, change: RowInput): void {
    inputs = { ...inputs, [uri]: { ...inputs[uri], ...change } }
    for (const listener of listeners) listener()
    // A response may arrive after logging out.
    if (shownId === id && storedUserId() === owner) storeInputs(owner, id, inputs)
  }
  function setSaved(uri: string, isSaved: boolean, matches: (field: RowField, value: string) => boolean) {
    const fields = fieldsOf(inputs[uri]).filter(([field, { value }]) => matches(field, value))
    update(uri, Object.fromEntries(fields.map(([field, input]) => [field, { ...input, isSaved }])))
  }

  /** Sends a row's unsaved input, unless it's already being sent. @returns what the server has then. */
  async function save(uri: string): Promise<RowEdit | undefined> {
    const unsaved = fieldsOf(unsavedIn(inputs)[uri])
    // Another user may have logged in.
    if (unsaved.length === 0 || paused.has(uri) || storedUserId() !== owner) return undefined
    const change = valuesIn(Object.fromEntries(unsaved))
    const text = JSON.stringify(change)
    if (onTheWay.get(uri) === text) return undefined
    const known = Object.fromEntries(unsaved.map(([field, input]) => [field, input.known]))
    // It may arrive even if the response is lost.
    const sent = unsaved.map(([field, input]) => [field, { ...input, known: add(input.known, input.value) }])
    update(uri, Object.fromEntries(sent))
    onTheWay.set(uri, text)
    try {
      const { edit } = await saveEdit(uri, { ...change, known })
      // Input typed meanwhile stays unsaved, and so does what a newer change overtook.
      setSaved(uri, true, (field, value) => change[field] === value && edit[field] === value)
      return edit
    } finally {
      if (onTheWay.get(uri) === text) onTheWay.delete(uri)
    }
  }

  return {
    /** Another user may log in before a request has ended. */
    owner,
    get: () => inputs,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    unsavedUris: () => Object.keys(unsavedIn(inputs)).filter((uri) => !paused.has(uri)),
    /** What's lost if a row can't be saved, unless it's being filed here. */
    unsavedOf: (uri: string): RowEdit => (paused.has(uri) ? {} : valuesIn(unsavedIn(inputs)[uri])),
    /** @param shown the row's values so far. */
    type(uri: string, change: RowEdit, shown: RowEdit): void {
      const fields = Object.entries(change) as [RowField, string][]
      const typed = fields.map(([field, value]) => {
        const { value: last, known = [] } = inputs[uri]?.[field] ?? {}
        const before = shown[field] ?? null
        return [field, { value, known: before === last ? known : add(known, before), isSaved: false }]
      })
      update(uri, Object.fromEntries(typed))
    },
    drop(uri: string, dropped: RowEdit): void {
      const rest = fieldsOf(inputs[uri]).filter(([field]) => dropped[field] === undefined)
      inputs = { ...inputs, [uri]: {} }
      update(uri, Object.fromEntries(rest))
    },
    /** Stops keeping a row's input for the server. */
    settle: (uri: string): void => setSaved(uri, true, () => true),
    pause: (uris: readonly string[]): void => uris.forEach((uri) => paused.add(uri)),
    /** Saves rows again, all of their input. */
    resume(uris: readonly string[]): void {
      for (const uri of uris) {
        paused.delete(uri)
        setSaved(uri, false, () => true)
      }
    },
    save,
  }
}

/** Takes what this user typed on other pages. What another user typed stays theirs. */
function loadInputs(owner: string, id: string): Inputs {
  // The version before stored it in the tab.
  setAsideUnsaved(TO_FILE_INPUT)
  const all = takeUnsaved(TO_FILE_INPUT, (value) => {
    const input = stored.parse(value)
    return input.owner === owner ? input.inputs : undefined
  })
  const inputs = all.reduce<Inputs>((merged, some) => {
    const rows = Object.entries(some).map(([uri, input]) => [uri, { ...merged[uri], ...input }] as const)
    return { ...merged, ...Object.fromEntries(rows) }
  }, {})
  storeInputs(owner, id, inputs)
  return inputs
}

/** @param id another one for each tab, so that two never overwrite each other. */
function storeInputs(owner: string, id: string, inputs: Inputs): void {
  const unsaved = unsavedIn(inputs)
  if (Object.keys(unsaved).length === 0) removeSetAside(TO_FILE_INPUT, id)
  else setAside(TO_FILE_INPUT, id, { owner, inputs: unsaved })
}

/** Splits a row's input into what applies and what a newer change on another device overtook before it was saved. */
export function splitRow({ edit = {} }: Draft, input: RowInput = {}): Record<'mine' | 'overtaken', RowEdit> {
  const values = valuesIn(input)
  const known = Object.fromEntries(fieldsOf(input).map(([field, one]) => [field, one.known]))
  const { applied, overtaken } = splitInput(edit, values, known)
  const unsaved = Object.entries(overtaken).filter(([field]) => !input[field as RowField]!.isSaved)
  return { mine: applied, overtaken: Object.fromEntries(unsaved) }
}

function valuesIn(input?: RowInput): RowEdit {
  return Object.fromEntries(fieldsOf(input).map(([field, { value }]) => [field, value]))
}

function unsavedIn(inputs: Inputs): Inputs {
  const rows = Object.entries(inputs).map(([uri, input]) => {
    const unsaved = fieldsOf(input).filter(([, { isSaved }]) => !isSaved)
    return [uri, Object.fromEntries(unsaved)] as const
  })
  return Object.fromEntries(rows.filter(([, input]) => Object.keys(input).length > 0))
}

function add(known: readonly (string | null)[], value: string | null): (string | null)[] {
  return [...new Set([...known, value])].slice(-MAX_KNOWN)
}

function fieldsOf(input: RowInput = {}) {
  return Object.entries(input) as [RowField, NonNullable<RowInput[RowField]>][]
}
