import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { endpointKey, inOrder } from '#platform/api/query.ts'
import { forgetOutgoingDrafts, listEntered, useOutgoing } from '../outgoing/list.ts'
import { followRow, takeTypedForRows } from '../pending/row-sync.ts'
import { usePendingUpload } from '../pending/store.ts'
import { openInput, splitRow } from './input.ts'
import { isDraftGone, isEditRefused, showEdit } from './queries.ts'
import type { RowEdit } from './row/row-values.ts'

export type Edits = ReturnType<typeof useEdits>

const SAVE_DELAY_MS = 500
const listKey = endpointKey(receiptEndpoints.drafts)
const isTemporary = (error: unknown) => error instanceof ApiError && error.isTemporary

/**
 * The user's changes in rows. They show straight away and after a reload, and are saved with the draft a moment later for
 * the user's other devices. A newer change from one of those is shown instead, and the one made here is offered.
 */
export function useEdits() {
  const client = useQueryClient()
  const [input] = useState(openInput)
  const inputs = useSyncExternalStore(input.subscribe, input.get, input.get)
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { mutateAsync } = useMutation({
    mutationFn: input.save,
    retry: (failures, error) => failures < 5 && isTemporary(error),
    ...inOrder('draft-edits'),
  })

  /** A row's changes, made here or elsewhere. */
  const editOf = (draft: Draft): RowEdit => ({ ...draft.edit, ...splitRow(draft, inputs[draft.uri]).mine })

  async function save(uri: string, send: typeof input.save = mutateAsync): Promise<void> {
    try {
      const edit = await send(uri)
      if (!edit) return
      showEdit(client, uri, edit)
    } catch (error) {
      if (isDraftGone(error)) {
        listEntered(input.unsavedOf(uri), input.owner)
        forgetOutgoingDrafts([uri])
      }
      if (isEditRefused(error)) input.settle(uri)
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
    input.type(draft.uri, change, editOf(draft))
    followRow(draft.uri, change)
    saveSoon(draft.uri)
  }

  const pending = usePendingUpload()
  const outgoing = useOutgoing()
  const handleTyped = useEffectEvent(() => {
    for (const { uri, change, shown } of takeTypedForRows()) {
      input.type(uri, change, shown)
      saveSoon(uri)
    }
  })
  // Before `UploadProgress` forgets a batch that's uploaded.
  useLayoutEffect(() => handleTyped(), [pending, outgoing])

  const handleOpened = useEffectEvent(() => input.unsavedUris().forEach(saveSoon))
  const handleOnline = useEffectEvent(() => void saveWaiting())
  // The page may be closing, so send everything at once.
  const handleHidden = useEffectEvent(() => input.unsavedUris().forEach((uri) => void save(uri, input.save)))
  const handleLeave = useEffectEvent(() => {
    if (waiting.current.size === 0) return
    void saveWaiting().then(() => client.invalidateQueries({ queryKey: listKey }))
  })
  useEffect(() => {
    handleOpened()
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
    saveWaiting,
    /** What was typed in a row here. */
    inputOf: ({ uri }: Draft) => inputs[uri],
    /** Gives up what was overtaken. */
    acceptNewer(draft: Draft): void {
      input.drop(draft.uri, splitRow(draft, inputs[draft.uri]).overtaken)
      followRow(draft.uri, draft.edit ?? {})
    },
    /** Stops saving the changes of uploads that are being filed or discarded. */
    pauseSaving: input.pause,
    /** Forgets the changes of uploads that are filed or discarded. */
    dropEdits: (uris: readonly string[]): void => uris.forEach(input.settle),
    /** Shows changes as the server returned them when filing was undone: it stores amounts in another form. */
    takeEdits: (drafts: readonly Draft[]): void =>
      drafts.forEach(({ uri, edit = {} }) => input.drop(uri, edit)),
    /** Saves the changes of restored uploads again. */
    restoreEdits: (uris: readonly string[]): void => {
      input.resume(uris)
      uris.forEach(saveSoon)
    },
  }
}
