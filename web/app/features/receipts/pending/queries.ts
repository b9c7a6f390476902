import type { Draft, Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import {
  type MutationState,
  queryOptions,
  useMutation,
  useMutationState,
  useQueryClient,
} from '@tanstack/react-query'
import { call, send, type TransferOptions } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { today } from '#platform/format/dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { forgetPending, type PendingUpload } from './store.ts'

/** What may be uploaded: the true limits, which an operator can change. */
export const uploadRules = queryOptions({
  queryKey: ['upload-rules'],
  queryFn: ({ signal }) => call(receiptEndpoints.rules, {}, { signal }),
  staleTime: Infinity,
})

/** Sends one file as a draft. The same key again is the same draft. */
export function sendDraft(
  file: File,
  key: string,
  options: Omit<TransferOptions, 'headers'>,
): Promise<Draft> {
  return send(
    receiptEndpoints.uploadFile,
    { body: file },
    { ...options, headers: { 'Idempotency-Key': key } },
  )
}

const idOf = ({ uri }: Draft) => uri.replace(/^draft:/, '')

/** The server's picture of a draft, for what the browser cannot show by itself. */
export const draftPicture = (draft: Draft) =>
  queryOptions({
    queryKey: ['draft-pictures', draft.uri],
    queryFn: ({ signal }) =>
      call(
        receiptEndpoints.draftPreview,
        { params: { draftId: idOf(draft) }, query: { size: 'page' } },
        { signal },
      ),
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** The bytes of a draft, when this page no longer has them. */
export const draftBytes = (draft: Draft) =>
  queryOptions({
    queryKey: ['draft-bytes', draft.uri],
    queryFn: ({ signal }) =>
      call(receiptEndpoints.draftFile, { params: { draftId: idOf(draft) } }, { signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** The answer of the first try was lost, or another tab was faster. */
export function isSavedBefore(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === receiptRefusals.draftTaken.code
}

const SAVING = ['save-upload']
type Saving = { pending: PendingUpload; category: string }

/** Files the pending upload under a category, as one receipt. */
export function useSaveUpload() {
  const cache = useQueryClient()
  return useMutation({
    mutationKey: SAVING,
    mutationFn: ({ pending, category }: Saving) =>
      call(
        receiptEndpoints.save,
        {
          body: {
            category,
            description: pending.description,
            capturedOn: today(),
            file: pending.files.flatMap(({ draft }) =>
              draft ? [{ uri: draft.uri, title: draft.title, type: draft.type, size: draft.size }] : [],
            ),
          },
        },
        { headers: { 'Idempotency-Key': pending.saveKey } },
      ),
    onSuccess: () => {
      forgetPending()
      toast.success(receiptTexts.saved)
      void cache.invalidateQueries({ queryKey: ['receipts'] })
    },
    onError: (error) => {
      if (isSavedBefore(error)) forgetPending()
      toast.error(isSavedBefore(error) ? error.message : receiptTexts.notSaved)
    },
  })
}

/** What became of saving the upload with this key, for whoever went back while it was under way. */
export function useSavingOf(saveKey: string | undefined): MutationState<Receipt> | undefined {
  return useMutationState({
    filters: {
      mutationKey: SAVING,
      predicate: ({ state }) => (state.variables as Saving | undefined)?.pending.saveKey === saveKey,
    },
    select: ({ state }) => state as MutationState<Receipt>,
  }).at(-1)
}
