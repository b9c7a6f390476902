import type { Input, Output } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { DraftEdit } from '@docketbox/contract/receipts/facts'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { endpointKey, mutation, query, repeatWhile } from '#platform/api/query.ts'
import { receiptReads } from '../mutations.ts'
import { draftParams, immutable, isUnfinished } from '../queries.ts'

const POLL_MS = 2000
const SLOW_POLL_MS = 10_000
/** Each has five fields and is high on a phone. Those after them follow as they're filed. */
const ROWS_PER_PAGE = 20
const { drafts, draft, editDraft, draftPreview, fileDrafts, unfile } = receiptEndpoints
const { splitDraft, undoSplit, discardDraft, restoreDraft, keepDuplicate, discarded } = receiptEndpoints
/** Queries that a change to drafts makes stale. */
export const draftReads = [draft, discarded, ...receiptReads]

/**
 * One page of the uploads that wait to be filed, loaded again while some are being read or compared.
 * @param isUploading whether more are about to arrive.
 */
export const draftPage = (page: number, isUploading: boolean) => ({
  ...query(drafts, { query: { page, limit: ROWS_PER_PAGE } }),
  placeholderData: keepPreviousData,
  ...repeatWhile(({ docs }: Output<typeof drafts>) => isUploading || docs.some(isUnfinished), POLL_MS),
})

/**
 * Every upload that waits to be filed. There may be hundreds, so filing or discarding one doesn't load the others again: the
 * screen hides it until it's closed.
 */
export const allDrafts = {
  queryKey: [...endpointKey(drafts), 'all'],
  gcTime: 0,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Draft[]> => {
    const docs: Draft[] = []
    for (let page = 1; ; page++) {
      const list = await call(drafts, { query: { page, limit: 200 } }, { signal })
      docs.push(...list.docs)
      if (page >= list.totalPages) return docs
    }
  },
  ...repeatWhile((drafts: Draft[]) => drafts.some(isUnfinished), SLOW_POLL_MS),
}

export const discardedDrafts = query(discarded, {})

export const draftByUri = (uri: string) => query(draft, { params: draftParams({ uri }) })

export const draftThumbnail = (upload: Pick<Draft, 'uri' | 'adjustedAt'>) => ({
  ...query(draftPreview, {
    params: draftParams(upload),
    query: { size: 'thumbnail', adjustedAt: upload.adjustedAt },
  }),
  ...immutable,
})

/** What to load again once drafts are filed or discarded. */
const whenGone = { invalidates: draftReads, except: allDrafts.queryKey }

type Filing = { receipts: Input<typeof fileDrafts>['body']['receipts']; key: string }

/** Files drafts as receipts, all or nothing; a retry never files them twice. */
export const fileDraftsMutation = {
  mutationFn: ({ receipts, key }: Filing) =>
    call(fileDrafts, { body: { receipts } }, { headers: { 'Idempotency-Key': key } }),
  retry: (failures: number, error: Error) => failures < 2 && error instanceof ApiError && error.isTemporary,
  meta: whenGone,
}
/** Saves input with the draft, even if the page is closing. */
export const saveEdit = (uri: string, body: Input<typeof editDraft>['body']) =>
  call(editDraft, { params: draftParams({ uri }), body }, { keepalive: true })
/** Whether it was filed or discarded meanwhile, so that nothing can be saved with it. */
export function isDraftGone(error: unknown): boolean {
  return isRefusedWith(error, receiptRefusals.draftTaken, receiptRefusals.draftNotFound)
}
/** Whether saving the same input with a draft again won't help. */
export function isEditRefused(error: unknown): boolean {
  return isDraftGone(error) || (error instanceof ApiError && error.isLasting)
}
export const unfileMutation = mutation(unfile, { invalidates: draftReads })
export const splitMutation = mutation(splitDraft, { invalidates: draftReads })
export const undoSplitMutation = mutation(undoSplit, { invalidates: draftReads })
export const discardMutation = { ...mutation(discardDraft), meta: whenGone }
export const restoreMutation = mutation(restoreDraft, { invalidates: draftReads })
export const keepMutation = mutation(keepDuplicate, { invalidates: draftReads })

type DraftList = Draft[] | { docs: Draft[] }

/** Shows in cached lists what's saved with a draft. */
export function showEdit(client: QueryClient, uri: string, edit: DraftEdit): void {
  const queryKey = endpointKey(drafts)
  client.setQueriesData<DraftList>({ queryKey }, (list) => list && withEdit(list, uri, edit))
}

function withEdit(list: DraftList, uri: string, edit: DraftEdit): DraftList {
  if (!Array.isArray(list)) return { ...list, docs: withEdit(list.docs, uri, edit) as Draft[] }
  return list.map((draft) => (draft.uri === uri ? { ...draft, edit } : draft))
}
