import { MAX_FILED } from '@docketbox/contract/receipts/drafts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '#platform/api/error.ts'
import { toast, type ToastOptions } from '#ui/feedback/toast.ts'
import type { Corners } from '../adjust/turned.ts'
import { waitForAdjustments } from '../pending/queries.ts'
import { forgetFiled } from '../outgoing/list.ts'
import { draftParams } from '../queries.ts'
import {
  discardMutation,
  fileDraftsMutation,
  isDraftGone,
  restoreMutation,
  splitMutation,
  undoSplitMutation,
  unfileMutation,
} from './queries.ts'
import { receiptOfPages, separated } from './row/join-rows.ts'
import { receiptFrom, type Row, type RowField, rowName } from './row/row-values.ts'
import type { Edits } from './use-edits.ts'

/** The pages of one receipt. */
type Pages = readonly [Row, ...Row[]]

export type Filing = ReturnType<typeof useFiling>

/**
 * Files, splits and discards drafts, in several requests if there are too many for one. They leave the list straight away,
 * and return if that fails or is undone.
 */
export function useFiling(edits: Edits) {
  const { pauseSaving, dropEdits, takeEdits, restoreEdits, editOf, setEdit, saveWaiting } = edits
  const client = useQueryClient()
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const file = useMutation(fileDraftsMutation)
  const unfile = useMutation(unfileMutation)
  const discard = useMutation(discardMutation)
  const restore = useMutation(restoreMutation)
  const split = useMutation(splitMutation)
  const undoSplit = useMutation(undoSplitMutation)

  const hide = (uris: string[]) => {
    pauseSaving(uris)
    setGone((current) => new Set([...current, ...uris]))
  }
  const forget = (uris: string[]) => {
    dropEdits(uris)
    forgetFiled(uris)
  }
  const show = (uris: string[]) => {
    restoreEdits(uris)
    setGone((current) => new Set([...current].filter((uri) => !uris.includes(uri))))
  }
  const undoWith = (action: () => Promise<unknown>, uris: string[], label = 'Undo'): ToastOptions => ({
    action: {
      label,
      onPress: () =>
        void action().then(
          () => show(uris),
          (error: Error) => toast.error(error.message, undoWith(action, uris, 'Try again')),
        ),
    },
  })

  const fileAll = async (all: Pages[], { isSeen }: { isSeen: boolean }) => {
    hide(urisOf(all.flat()))
    await waitForAdjustments(client, urisOf(all.flat()))
    const filed: { uris: string[]; ids: string[] }[] = []
    for (const chunk of chunksOf(all)) {
      const receipts = chunk.map((pages) =>
        pages.length > 1 ? receiptOfPages(pages) : receiptFrom(pages[0].draft, pages[0].edit, { isSeen }),
      )
      try {
        const { docs } = await file.mutateAsync({ receipts, key: crypto.randomUUID() })
        filed.push({ uris: urisOf(chunk.flat()), ids: docs.map(({ _id }) => _id) })
      } catch (error) {
        show(urisOf(all.slice(filed.length * MAX_FILED).flat()))
        toastFailure(error)
        break
      }
    }
    const uris = filed.flatMap((chunk) => chunk.uris)
    if (uris.length === 0) return
    forget(uris)
    const separate = (drafts: readonly Draft[]) => {
      for (const [first] of all.filter((pages) => pages.length > 1)) {
        const draft = drafts.find(({ uri }) => uri === first.draft.uri)
        const change = draft ? separated(first, { draft, edit: draft.edit ?? {} }) : {}
        if (draft && Object.keys(change).length > 0) setEdit(draft, change)
      }
    }
    const undo = async () => {
      for (let chunk = filed.at(-1); chunk; chunk = filed.at(-1)) {
        const { drafts } = await unfile.mutateAsync({ body: { receipts: chunk.ids } })
        takeEdits(drafts)
        separate(drafts)
        // Even if the rest can't be undone.
        show(chunk.uris)
        filed.pop()
      }
    }
    const [first] = all
    const count = filed.flatMap(({ ids }) => ids).length
    if (first && count === 1) {
      const text = first.length > 1 ? 'Filed as one receipt.' : 'Receipt filed.'
      toast.success(text, { detail: rowName(first[0]), ...undoWith(undo, uris) })
    } else {
      toast.success(`${count.toLocaleString('en-AU')} receipts filed.`, undoWith(undo, uris))
    }
  }

  const discardRow = async (row: Row) => {
    const { draft } = row
    hide([draft.uri])
    const params = draftParams(draft)
    try {
      await discard.mutateAsync({ params })
      forget([draft.uri])
      toast.success('Upload discarded.', {
        detail: rowName(row),
        ...undoWith(() => restore.mutateAsync({ params }), [draft.uri]),
      })
    } catch (error) {
      show([draft.uri])
      toastFailure(error, isDraftGone(error) ? undefined : () => discardRow(row), { detail: rowName(row) })
    }
  }

  /** Returns one that was discarded earlier. */
  const restoreRow = async (draft: Draft) => {
    try {
      await restore.mutateAsync({ params: draftParams(draft) })
      show([draft.uri])
      toast.success('Upload restored.', { detail: rowName({ draft, edit: draft.edit ?? {} }) })
    } catch (error) {
      toastFailure(error)
    }
  }

  /** @param receipts their corners; those that were recognised by default. */
  const splitRow = async (draft: Draft, receipts?: Corners[]) => {
    hide([draft.uri])
    const params = draftParams(draft)
    try {
      const { drafts } = await split.mutateAsync({ params, body: receipts ? { receipts } : {} })
      forget([draft.uri])
      const { description } = editOf(draft)
      if (description && drafts[0]) setEdit(drafts[0], { description })
      const undo = async () => {
        await saveWaiting()
        const { edit: joined = {}, ...picture } = await undoSplit.mutateAsync({ params })
        const typed = Object.entries(joined).filter(
          ([field, value]) => draft.edit?.[field as RowField] !== value,
        )
        takeEdits([{ ...picture, edit: Object.fromEntries(typed) }])
      }
      toast.success(`Split into ${drafts.length} receipts.`, undoWith(undo, [draft.uri]))
    } catch (error) {
      show([draft.uri])
      const canRepeat = error instanceof ApiError && error.isTemporary
      // With the corners that were moved.
      toastFailure(error, canRepeat ? () => splitRow(draft, receipts) : undefined)
    }
  }

  return {
    isGone: ({ uri }: Pick<Draft, 'uri'>) => gone.has(uri),
    fileRows: (rows: Row[], { isSeen }: { isSeen: boolean }) =>
      fileAll(
        rows.map((row) => [row]),
        { isSeen },
      ),
    /** Files rows as one receipt. */
    filePages: (pages: Pages) => fileAll([pages], { isSeen: true }),
    discardRow,
    restoreRow,
    splitRow,
  }
}

function toastFailure(error: unknown, retry?: () => Promise<void>, options?: ToastOptions): void {
  toast.error(error instanceof Error ? error.message : String(error), {
    durationMs: 5000,
    ...options,
    ...(retry && { action: { label: 'Try again', onPress: () => void retry() } }),
  })
}

function urisOf(rows: readonly Row[]): string[] {
  return rows.map(({ draft }) => draft.uri)
}

function chunksOf(all: Pages[]): Pages[][] {
  return all.length > MAX_FILED ? [all.slice(0, MAX_FILED), ...chunksOf(all.slice(MAX_FILED))] : [all]
}
