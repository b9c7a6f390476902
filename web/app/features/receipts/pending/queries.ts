import type { Draft, Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import {
  type MutationState,
  type QueryClient,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { aborted, call, send, type TransferOptions } from '#platform/api/client.ts'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { endpointKey, query, repeatWhile } from '#platform/api/query.ts'
import { reload } from '#platform/api/reload.ts'
import { queryClient } from '#platform/api/query-client.ts'
import { today } from '#platform/format/dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { receiptReads } from '../mutations.ts'
import { listEntered } from '../outgoing/list.ts'
import { draftParams, immutable, isUnfinished } from '../queries.ts'
import { isDraftGone } from '../to-file/queries.ts'
import { fileNameOf } from '../to-file/row/row-values.ts'
import { changePending, clearSaved, forgetDrafts, pendingUpload, usePendingUpload } from './store.ts'
import { isTyped, typedEdit } from './typed-edit.ts'
import type { PendingFile, PendingUpload } from './upload.ts'

/** The upload limits, which an operator can configure. */
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
      void reload(queryClient, [receiptEndpoints.drafts, receiptEndpoints.summary])
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

/** Whether the upload was saved before: the first response was lost, or another tab saved it. */
export function isAlreadySaved(error: Error | null): error is ApiError {
  return isRefusedWith(error, receiptRefusals.draftTaken)
}

/** The uris of the files that were saved elsewhere, if it's only some of them: the others can still be saved. */
export function savedElsewhere(error: Error | null, upload: PendingUpload): string[] {
  return isRefusedWith(error, receiptRefusals.someDraftsTaken)
    ? draftsOf(upload).flatMap(({ uri }, index) => (`file.${index}.uri` in error.fields ? [uri] : []))
    : []
}

export const draftsOf = ({ files }: PendingUpload): Draft[] => files.flatMap(({ draft }) => draft ?? [])

const SAVE_KEY = ['save-upload']
type SaveInput = { pending: PendingUpload; category: string }

/** Whether the server names it the same; it also follows later changes of the supplier. */
function isNamedBySupplier({ description, prefill }: PendingUpload): boolean {
  return description === prefill?.text
}

/** The key of the mutation that straightens a file or restores its original. */
export const adjustmentKey = (fileId: string) => ['adjust-upload', fileId]

/** Otherwise the receipt could be filed as it was before. */
export async function waitForAdjustments(client: QueryClient, fileIds: readonly string[]): Promise<void> {
  const cache = client.getMutationCache()
  const filters = fileIds.map((id) => ({ mutationKey: adjustmentKey(id), status: 'pending' }) as const)
  const pending = filters.flatMap((filter) => cache.findAll(filter))
  await Promise.allSettled(pending.map((adjustment) => adjustment.continue()))
}

function setSaving(upload: PendingUpload, saving: PendingUpload['saving']): void {
  if (pendingUpload()?.saveKey === upload.saveKey) changePending({ saving })
}

/** Straightening a file doesn't make it another upload. */
function currentState(upload: PendingUpload): PendingUpload {
  const current = pendingUpload()
  return current?.saveKey === upload.saveKey ? current : upload
}

/**
 * Saves the pending upload in a category, as one receipt.
 * @param isPatient whether to retry until there's a connection, and leave it to the caller to report failures.
 */
export function useSaveUpload(
  onSaved: (receipt: Receipt, pending: PendingUpload) => void = () => toast.success(receiptTexts.saved),
  { isPatient = false } = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: SAVE_KEY,
    onMutate: async ({ pending, category }) => {
      const { saveKey } = pending
      setSaving(pending, { category, saveKey })
      await waitForAdjustments(
        client,
        pending.files.map(({ id }) => id),
      )
      await client.cancelQueries({ queryKey: endpointKey(receiptEndpoints.draft) })
    },
    retry: (_, error) => isPatient && error instanceof ApiError && error.isTemporary,
    mutationFn: ({ pending, category }: SaveInput) =>
      call(
        receiptEndpoints.save,
        {
          body: {
            category,
            description: isNamedBySupplier(pending) ? '' : pending.description,
            ...(pending.facts && { facts: pending.facts }),
            capturedOn: pending.capturedOn ?? today(),
            // Straightening it may have renamed it since.
            file: draftsOf(currentState(pending)).map(({ uri, title, type, size }) => ({
              uri,
              title,
              type,
              size,
            })),
          },
        },
        { headers: { 'Idempotency-Key': pending.saveKey } },
      ),
    meta: { invalidates: receiptReads },
    onSuccess: (receipt, { pending }) => {
      clearSaved(pending)
      onSaved(receipt, pending)
    },
    onError: (error, { pending }) => {
      setSaving(pending, undefined)
      forgetDrafts(savedElsewhere(error, pending))
      if (isAlreadySaved(error)) {
        clearSaved(pending)
        listEntered(typedEdit(pending), pending.owner)
        const where = { detail: 'What you entered is on the dashboard.', durationMs: 5000 }
        toast.error(error.message, isTyped(pending) ? where : undefined)
      } else if (!isPatient) toast.error(receiptTexts.notSaved)
    },
  })
}

/** The state of saving the upload with this key, for a user who has gone back. */
export function useSaveState(saveKey: string | undefined): MutationState<Receipt> | undefined {
  return useMutationState({
    filters: {
      mutationKey: SAVE_KEY,
      predicate: ({ state }) => (state.variables as SaveInput | undefined)?.pending.saveKey === saveKey,
    },
    select: ({ state }) => state as MutationState<Receipt>,
  }).at(-1)
}

/** Whether files of an upload are being saved: what's typed about them by then would be lost. */
export function useIsSaving(upload: PendingUpload | undefined): boolean {
  const isOfUpload = ({ id }: PendingFile) => upload?.files.some((file) => file.id === id)
  const saving = useMutationState({
    filters: {
      mutationKey: SAVE_KEY,
      status: 'pending',
      predicate: ({ state }) => (state.variables as SaveInput).pending.files.some(isOfUpload),
    },
  })
  return saving.length > 0
}

/** How the pending upload was being saved when its page was closed. */
export function useInterruptedSaving(): PendingUpload['saving'] {
  const upload = usePendingUpload()
  return useIsSaving(upload) ? undefined : upload?.saving
}
