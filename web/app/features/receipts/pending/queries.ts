import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { QueryClient } from '@tanstack/react-query'
import { aborted, call, send, type TransferOptions } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { query, repeatWhile } from '#platform/api/query.ts'
import { reload } from '#platform/api/reload.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { toast } from '#ui/feedback/toast.ts'
import { draftParams, immutable, isUnfinished } from '../queries.ts'
import { isDraftGone } from '../to-file/queries.ts'
import { fileNameOf } from '../to-file/row/row-values.ts'
import type { PendingUpload } from './upload.ts'

export const uploadRules = { ...query(receiptEndpoints.rules, {}), staleTime: Infinity }

/**
 * Uploads one file as a draft. The same key always gives the same draft. If it's cancelled after its last byte was sent, it
 * may have arrived: its draft is discarded then, so that it doesn't wait to be filed.
 */
export function uploadDraft(
  file: File,
  key: string,
  {
    signal,
    onProgress,
    capturedOn,
  }: Pick<TransferOptions, 'signal' | 'onProgress'> & { capturedOn?: string | undefined },
): Promise<Draft> {
  const control = new AbortController()
  let isSent = false
  const sent = send(
    receiptEndpoints.uploadFile,
    { body: file, query: { capturedOn } },
    {
      signal: control.signal,
      headers: { 'Idempotency-Key': key },
      onProgress: (progress) => {
        isSent = progress.sentBytes >= file.size
        onProgress?.(progress)
      },
    },
  )
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(aborted())
      if (!isSent) control.abort()
    })
    sent.then((draft) => {
      if (signal?.aborted) discardDraft(draft)
      resolve(draft)
    }, reject)
  })
}

/** Discards a draft that may have been counted as one to file. If that fails, a toast says so and offers to try again. */
export function discardDraft(draft: Draft, onDiscarded?: () => void): void {
  void call(receiptEndpoints.discardDraft, { params: draftParams(draft) }).then(
    () => {
      const { drafts, discarded, summary } = receiptEndpoints
      void reload(queryClient, [drafts, discarded, summary])
      onDiscarded?.()
    },
    (error: unknown) => {
      if (isDraftGone(error)) return
      toast.error('We couldn’t discard your upload, so it’s waiting in To file.', {
        detail: fileNameOf(draft),
        action: { label: 'Try again', onPress: () => discardDraft(draft, onDiscarded) },
      })
    },
  )
}

/** The draft of a file whose response this device never stored, once the server can be asked. */
export const sentFile = (key: string) => ({
  ...query(receiptEndpoints.sentFile, { query: { key } }),
  retry: (_: number, error: Error) => error instanceof ApiError && error.isTemporary,
  retryDelay: 4_000,
})

const POLL_MS = 700
const LATE_POLL_MS = 5_000

/**
 * An uploaded draft; asked for again until it's read and compared.
 * @param isLate less often, because it takes unusually long.
 * @param isSaving not now, because it won't be a draft any more.
 */
export const draftReading = (draft: Draft, { isLate = false, isSaving = false } = {}) => ({
  ...query(receiptEndpoints.draft, { params: draftParams(draft) }),
  initialData: draft,
  enabled: !isSaving && isUnfinished(draft),
  ...repeatWhile(isUnfinished, isLate ? LATE_POLL_MS : POLL_MS),
})

/** The server's preview of a draft, for formats the browser can't show; `original`: as before it was adjusted. */
export const draftPreview = (
  draft: Pick<Draft, 'uri' | 'adjustedAt'>,
  { original = false }: { original?: boolean } = {},
) => ({
  ...query(receiptEndpoints.draftPreview, {
    params: draftParams(draft),
    query: { size: 'page', ...(original ? { original: 'true' } : { adjustedAt: draft.adjustedAt }) },
  }),
  ...immutable,
})

/** The bytes of a draft, once this page no longer has them. */
export const draftFile = (draft: Draft) => ({
  ...query(receiptEndpoints.draftFile, { params: draftParams(draft), query: {} }),
  ...immutable,
})

export const draftsOf = ({ files }: PendingUpload): Draft[] => files.flatMap(({ draft }) => draft ?? [])

/** The key of the mutation that straightens a file or restores its original. */
export const adjustmentKey = (fileId: string) => ['adjust-upload', fileId]

/** Otherwise the receipt could be filed as it was before. */
export async function waitForAdjustments(client: QueryClient, fileIds: readonly string[]): Promise<void> {
  const cache = client.getMutationCache()
  const filters = fileIds.map((id) => ({ mutationKey: adjustmentKey(id), status: 'pending' }) as const)
  const pending = filters.flatMap((filter) => cache.findAll(filter))
  await Promise.allSettled(pending.map((adjustment) => adjustment.continue()))
}
