import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toast } from '#ui/feedback/toast.ts'
import { forgetDrafts } from '../pending/store.ts'
import { discardMutation, draftId, fileDraftsMutation, restoreMutation, unfileMutation } from './queries.ts'
import { receiptFrom, type RowEdit } from './row-values.ts'

const UNDO_MS = 8000

/** Files and discards drafts. They leave the list straight away, and return if that fails or is undone. */
export function useFiling() {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const file = useMutation(fileDraftsMutation)
  const unfile = useMutation(unfileMutation)
  const discard = useMutation(discardMutation)
  const restore = useMutation(restoreMutation)

  const hide = (uris: string[]) => setGone((current) => new Set([...current, ...uris]))
  const show = (uris: string[]) =>
    setGone((current) => new Set([...current].filter((uri) => !uris.includes(uri))))
  const undoWith = (action: () => Promise<unknown>, uris: string[]) => ({
    durationMs: UNDO_MS,
    action: {
      label: 'Undo',
      onPress: () =>
        void action().then(
          () => show(uris),
          (error: Error) => toast.error(error.message),
        ),
    },
  })

  const fileRows = async (rows: { draft: Draft; edit: RowEdit }[], { isSeen }: { isSeen: boolean }) => {
    const uris = rows.map(({ draft }) => draft.uri)
    hide(uris)
    try {
      const receipts = rows.map(({ draft, edit }) => receiptFrom(draft, edit, { isSeen }))
      const { docs } = await file.mutateAsync({ receipts, key: crypto.randomUUID() })
      forgetDrafts(uris)
      const undo = () => unfile.mutateAsync({ body: { receipts: docs.map(({ _id }) => _id) } })
      toast.success(
        docs.length === 1 ? 'Receipt filed.' : `${docs.length} receipts filed.`,
        undoWith(undo, uris),
      )
    } catch (error) {
      show(uris)
      toast.error(error instanceof Error ? error.message : String(error), { durationMs: 5000 })
    }
  }

  const discardRow = async (draft: Draft) => {
    hide([draft.uri])
    const params = { draftId: draftId(draft) }
    try {
      await discard.mutateAsync({ params })
      forgetDrafts([draft.uri])
      toast.success(
        'Upload discarded.',
        undoWith(() => restore.mutateAsync({ params }), [draft.uri]),
      )
    } catch (error) {
      show([draft.uri])
      toast.error(error instanceof Error ? error.message : String(error), { durationMs: 5000 })
    }
  }

  return { isGone: ({ uri }: Draft) => gone.has(uri), fileRows, discardRow }
}
