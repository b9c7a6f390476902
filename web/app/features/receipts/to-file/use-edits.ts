import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { endpointKey } from '#platform/api/query.ts'
import { toast } from '#ui/feedback/toast.ts'
import { fileNameOf, type RowEdit, valuesOf } from './row-values.ts'
import { openUnsaved, splitUnsaved } from './unsaved.ts'

type Edits = Readonly<Record<string, RowEdit>>
type DraftList = Draft[] | { docs: Draft[] }

const SAVE_DELAY_MS = 500
const OVERTAKEN_MS = 8000
const listKey = endpointKey(receiptEndpoints.drafts)
const isTemporary = (error: unknown) => error instanceof ApiError && error.isTemporary
/** Whether retrying won't help, because the draft was filed or discarded elsewhere. */
const isFinal = (error: unknown) =>
  error instanceof ApiError && !error.isTemporary && ![401, 429].includes(error.status)

/**
 * The user's changes in rows. They show straight away and after a reload, and are saved with the draft a moment later for
 * the user's other devices.
 */
export function useEdits(drafts: readonly Draft[]) {
  const client = useQueryClient()
  const [unsaved] = useState(openUnsaved)
  const [restored] = useState(unsaved.all)
  const unsettled = useRef(new Set(Object.keys(restored)))
  const [edits, setEdits] = useState<Edits>({})
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutateAsync } = useMutation({
    mutationFn: unsaved.save,
    retry: (failures, error) => failures < 5 && isTemporary(error),
    // One after the other, so that the last one wins.
    scope: { id: 'draft-edits' },
  })

  /** A row's changes, made here or elsewhere. */
  const editOf = (draft: Draft): RowEdit => ({
    ...draft.edit,
    ...splitUnsaved(draft, restored[draft.uri]).mine,
    ...edits[draft.uri],
  })

  async function save(uri: string, send: (uri: string) => Promise<void> = mutateAsync): Promise<void> {
    try {
      await send(uri)
    } catch (error) {
      if (isFinal(error)) unsaved.remove(uri, () => true)
      // Sent with the next change.
      else waiting.current.add(uri)
    }
  }
  async function saveWaiting(): Promise<void> {
    clearTimeout(timer.current)
    const uris = [...waiting.current]
    waiting.current.clear()
    await Promise.all(uris.map((uri) => save(uri)))
  }
  function saveSoon(uri: string): void {
    waiting.current.add(uri)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveWaiting(), SAVE_DELAY_MS)
  }
  function setEdit(draft: Draft, change: RowEdit): void {
    unsaved.add(draft.uri, change, editOf(draft))
    setEdits((current) => ({ ...current, [draft.uri]: { ...current[draft.uri], ...change } }))
    saveSoon(draft.uri)
  }

  const handleShown = useEffectEvent(() => {
    for (const draft of drafts) {
      if (!unsettled.current.delete(draft.uri)) continue
      const { overtaken } = splitUnsaved(draft, restored[draft.uri])
      unsaved.remove(draft.uri, (field) => field in overtaken)
      saveSoon(draft.uri)
      const fields = new Intl.ListFormat('en-AU').format(Object.keys(overtaken))
      if (fields === '') continue
      toast.info(`${valuesOf(draft, editOf(draft)).supplier || fileNameOf(draft)} was changed elsewhere.`, {
        detail: `We’re showing the ${fields} from there.`,
        durationMs: OVERTAKEN_MS,
        action: { label: 'Use mine', onPress: () => setEdit(draft, overtaken) },
      })
    }
  })
  useEffect(() => handleShown(), [drafts])

  const handleOnline = useEffectEvent(() => void saveWaiting())
  // The page may be closing, so send everything at once.
  const handleHidden = useEffectEvent(() => unsaved.uris().forEach((uri) => void save(uri, unsaved.save)))
  const handleLeave = useEffectEvent(() => {
    client.setQueriesData<DraftList>({ queryKey: listKey }, (list) => list && withEdits(list, editOf))
    if (waiting.current.size === 0) return
    void saveWaiting().then(() => client.invalidateQueries({ queryKey: listKey }))
  })
  useEffect(() => {
    const [hidden, online] = [() => handleHidden(), () => handleOnline()]
    document.addEventListener('visibilitychange', hidden)
    window.addEventListener('pagehide', hidden)
    window.addEventListener('online', online)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      window.removeEventListener('pagehide', hidden)
      window.removeEventListener('online', online)
      handleLeave()
    }
  }, [])

  return {
    editOf,
    setEdit,
    /** Stops saving the changes of uploads that are being filed or discarded. */
    pauseSaving: unsaved.pause,
    /** Forgets the changes of uploads that are filed or discarded. */
    dropEdits: (uris: readonly string[]): void => uris.forEach((uri) => unsaved.remove(uri, () => true)),
    /** Saves the changes of restored uploads again. */
    restoreEdits(uris: readonly string[]): void {
      unsaved.resume(uris)
      for (const uri of uris) {
        unsaved.add(uri, edits[uri] ?? {}, {})
        saveSoon(uri)
      }
    },
  }
}

function withEdits(list: DraftList, editOf: (draft: Draft) => RowEdit): DraftList {
  if (!Array.isArray(list)) return { ...list, docs: withEdits(list.docs, editOf) as Draft[] }
  return list.map((draft) => ({ ...draft, edit: editOf(draft) }))
}
