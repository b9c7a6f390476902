import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { endpointKey } from '#platform/api/query.ts'
import { editMutation } from './queries.ts'
import type { RowEdit } from './row-values.ts'

type Edits = Readonly<Record<string, RowEdit>>
type DraftList = Draft[] | { docs: Draft[] }

const SAVE_DELAY_MS = 500
const listKey = endpointKey(receiptEndpoints.drafts)

/**
 * What the user changed in rows. It shows straight away and is kept with the draft a moment later, so that it's there
 * after a reload and on the user's other devices.
 */
export function useEdits() {
  const client = useQueryClient()
  const [edits, setEdits] = useState<Edits>({})
  const unsaved = useRef(new Map<string, RowEdit>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutateAsync } = useMutation(editMutation)

  async function save(uri: string, edit: RowEdit): Promise<void> {
    try {
      await mutateAsync({ uri, edit })
    } catch (error) {
      // Goes with the next change. Otherwise the draft was filed or discarded elsewhere.
      if (error instanceof ApiError && error.isTemporary)
        unsaved.current.set(uri, { ...edit, ...unsaved.current.get(uri) })
    }
  }
  async function saveAll(): Promise<void> {
    clearTimeout(timer.current)
    const edits = [...unsaved.current]
    unsaved.current.clear()
    await Promise.all(edits.map(([uri, edit]) => save(uri, edit)))
  }

  const handleHidden = useEffectEvent(() => void saveAll())
  const handleLeave = useEffectEvent(() => {
    client.setQueriesData<DraftList>({ queryKey: listKey }, (list) => list && withEdits(list, edits))
    if (unsaved.current.size === 0) return
    void saveAll().then(() => client.invalidateQueries({ queryKey: listKey }))
  })
  useEffect(() => {
    const listener = () => handleHidden()
    document.addEventListener('visibilitychange', listener)
    window.addEventListener('pagehide', listener)
    window.addEventListener('online', listener)
    return () => {
      document.removeEventListener('visibilitychange', listener)
      window.removeEventListener('pagehide', listener)
      window.removeEventListener('online', listener)
      handleLeave()
    }
  }, [])

  function setEdit({ uri }: Draft, change: RowEdit): void {
    setEdits((current) => ({ ...current, [uri]: { ...current[uri], ...change } }))
    keep(uri, change)
  }
  function keep(uri: string, change: RowEdit): void {
    unsaved.current.set(uri, { ...unsaved.current.get(uri), ...change })
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void saveAll(), SAVE_DELAY_MS)
  }

  return {
    /** What was changed in a row, here or elsewhere. */
    editOf: ({ uri, edit }: Draft): RowEdit => ({ ...edit, ...edits[uri] }),
    setEdit,
    /** Uploads that are filed or discarded take their changes with them. */
    dropEdits: (uris: readonly string[]): void => uris.forEach((uri) => unsaved.current.delete(uri)),
    /** Keeps the changes of uploads that are back. */
    restoreEdits: (uris: readonly string[]): void =>
      uris.forEach((uri) => edits[uri] && keep(uri, edits[uri])),
  }
}

function withEdits(list: DraftList, edits: Edits): DraftList {
  if (!Array.isArray(list)) return { ...list, docs: withEdits(list.docs, edits) as Draft[] }
  return list.map((draft) => ({ ...draft, edit: { ...draft.edit, ...edits[draft.uri] } }))
}
