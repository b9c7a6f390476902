import type { Input } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { keepPreviousData } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { mutation, query } from '#platform/api/query.ts'
import { receiptReads } from '../mutations.ts'

const POLL_MS = 2000
const { drafts, draft, draftPreview, fileDrafts, unfile, discardDraft, restoreDraft, keepDuplicate } =
  receiptEndpoints
/** What a change to drafts makes stale. */
const draftReads = [drafts, draft, ...receiptReads]

export function draftId({ uri }: Pick<Draft, 'uri'>): string {
  return uri.replace(/^draft:/, '')
}

/**
 * One page of the uploads that wait to be filed, loaded again while some are being read or compared.
 * @param isUploading whether more are about to arrive.
 */
export const draftPage = (page: number, isUploading: boolean) => ({
  ...query(drafts, { query: { page, limit: 50 } }),
  placeholderData: keepPreviousData,
  refetchInterval: ({ state: { data } }: { state: { data: { docs: Draft[] } | undefined } }) =>
    isUploading || data?.docs.some(({ reading, isComparing }) => reading.state === 'waiting' || isComparing)
      ? POLL_MS
      : (false as const),
})

export const draftByUri = (uri: string) => query(draft, { params: { draftId: draftId({ uri }) } })

/** The small picture of a draft. It never changes. */
export const draftThumbnail = (upload: Draft) => ({
  ...query(draftPreview, { params: { draftId: draftId(upload) }, query: { size: 'thumbnail' } }),
  staleTime: Infinity,
  gcTime: 60_000,
})

type Filing = { receipts: Input<typeof fileDrafts>['body']['receipts']; key: string }

/** Files drafts as receipts, all or nothing; a retry never files them twice. */
export const fileDraftsMutation = {
  mutationFn: ({ receipts, key }: Filing) =>
    call(fileDrafts, { body: { receipts } }, { headers: { 'Idempotency-Key': key } }),
  retry: (failures: number, error: Error) => failures < 2 && error instanceof ApiError && error.isTemporary,
  meta: { invalidates: draftReads },
}
export const unfileMutation = mutation(unfile, { invalidates: draftReads })
export const discardMutation = mutation(discardDraft, { invalidates: draftReads })
export const restoreMutation = mutation(restoreDraft, { invalidates: draftReads })
export const keepMutation = mutation(keepDuplicate, { invalidates: draftReads })
