import type { KnownValues } from '@docketbox/contract/receipts/drafts/edits'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { type MutationState, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { ApiError, isRefusedWith } from '#platform/api/error.ts'
import { endpointKey } from '#platform/api/query.ts'
import { today } from '#platform/format/dates.ts'
import { toast } from '#ui/feedback/toast.ts'
import { receiptReads } from '../mutations.ts'
import { isOutgoing, listEntered, outgoing, removeSaved, useOutgoing } from '../outgoing/list.ts'
import type { Outgoing } from '../outgoing/stored.ts'
import { draftsOf, waitForAdjustments } from './queries.ts'
import { typedSinceRow } from './row-sync.ts'
import { changePending, clearSaved, forgetDrafts, pendingUpload, usePendingUpload } from './store.ts'
import { describedDraft, isTyped, typedEdit } from './typed-edit.ts'
import type { PendingFile, PendingUpload } from './upload.ts'

/** Whether the upload was saved before: the first response was lost, or another tab saved it. */
export function isAlreadySaved(error: Error | null): error is ApiError {
  return isRefusedWith(error, receiptRefusals.draftTaken)
}

function isTemporary(error: Error): boolean {
  return error instanceof ApiError && error.isTemporary
}

/** The uris of the files that were saved elsewhere, if it's only some of them: the others can still be saved. */
export function savedElsewhere(error: Error | null, upload: PendingUpload): string[] {
  return isRefusedWith(error, receiptRefusals.someDraftsTaken)
    ? draftsOf(upload).flatMap(({ uri }, index) => (`file.${index}.uri` in error.fields ? [uri] : []))
    : []
}

const SAVE_KEY = ['save-upload']
type SaveInput = { pending: PendingUpload; category: string }

/** Whether the server names it the same; it also follows later changes of the supplier. */
function isNamedBySupplier({ description, prefill }: PendingUpload): boolean {
  return description === prefill?.text
}

/** The description its row in To file had before it was cleared here: otherwise it would be filled in again. */
function clearedDescription(upload: PendingUpload): { known?: KnownValues } {
  const draft = describedDraft(upload)
  if (!draft) return {}
  const { change, known } = typedSinceRow(upload, draft)
  return change.description === '' ? { known: { description: known.description! } } : {}
}

function startSaving({ saveKey, files }: PendingUpload, category: string): void {
  if (pendingUpload()?.saveKey === saveKey)
    changePending({ saving: { category, saveKey, files: files.map(({ id }) => id) } })
}

function stopSaving({ saveKey }: PendingUpload): void {
  if (pendingUpload()?.saving?.saveKey === saveKey) changePending({ saving: undefined })
}

/** Straightening a file doesn't make it another upload. It may have been set aside meanwhile. */
function currentState(upload: PendingUpload): PendingUpload {
  const current = [pendingUpload(), ...outgoing().map((one) => one.upload)]
  return current.find((one) => one?.saveKey === upload.saveKey) ?? upload
}

const MAX_RETRY_DELAY_MS = 5_000

type SaveOptions = {
  /** Whether to retry until there's a connection. */
  isPatient?: boolean
  /** Called instead of saying so if there's no connection while the upload is on screen. */
  onUnreachable?: () => void
}

/** Saves the pending upload in a category, as one receipt. */
export function useSaveUpload(
  onSaved: (receipt: Receipt, pending: PendingUpload) => void = () => toast.success(receiptTexts.saved),
  { isPatient = false, onUnreachable }: SaveOptions = {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: SAVE_KEY,
    onMutate: async ({ pending, category }) => {
      startSaving(pending, category)
      await waitForAdjustments(
        client,
        pending.files.map(({ id }) => id),
      )
      await client.cancelQueries({ queryKey: endpointKey(receiptEndpoints.draft) })
    },
    retry: (_, error) => isPatient && isTemporary(error),
    retryDelay: (failures) => Math.min(1000 * 2 ** failures, MAX_RETRY_DELAY_MS),
    mutationFn: ({ pending, category }: SaveInput) =>
      call(
        receiptEndpoints.save,
        {
          body: {
            category,
            description: isNamedBySupplier(pending) ? '' : pending.description,
            ...(pending.facts && { facts: pending.facts }),
            capturedOn: pending.capturedOn ?? today(),
            ...clearedDescription(pending),
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
      removeSaved(pending)
      onSaved(receipt, pending)
    },
    onError: (error, { pending }) => {
      const isOnScreen = pendingUpload()?.saving?.saveKey === pending.saveKey
      if (onUnreachable && isOnScreen && isTemporary(error)) return onUnreachable()
      stopSaving(pending)
      forgetDrafts(savedElsewhere(error, pending))
      if (isAlreadySaved(error)) {
        clearSaved(pending)
        removeSaved(pending)
        listEntered(typedEdit(pending), pending.owner)
        const where = { detail: 'What you entered is on the dashboard.', durationMs: 5000 }
        toast.error(error.message, isTyped(pending) ? where : undefined)
      } else if (!isOutgoing(pending)) toast.error(receiptTexts.notSaved)
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

/** Whether the pending upload was being saved when its page was closed. */
export function useIsSavingInterrupted(): boolean {
  const saving = usePendingUpload()?.saving
  const keys = useSavingKeys()
  return saving !== undefined && !keys.includes(saving.saveKey)
}

/** An upload that was being saved when it was set aside, once that has failed or its page was closed. */
export function useUnfinishedSaving(): Outgoing | undefined {
  const keys = useSavingKeys()
  return useOutgoing().find(({ upload: { saving } }) => saving && !keys.includes(saving.saveKey))
}

/** Whether saving one of these uploads has failed and is retried. */
export function useIsSavingRetried(uploads: readonly PendingUpload[]): boolean {
  const retried = useMutationState({
    filters: { mutationKey: SAVE_KEY, status: 'pending', predicate: ({ state }) => state.failureCount > 0 },
    select: ({ state }) => (state.variables as SaveInput).pending.saveKey,
  })
  return uploads.some(({ saveKey }) => retried.includes(saveKey))
}

/** The keys of what's being saved. */
function useSavingKeys(): string[] {
  return useMutationState({
    filters: { mutationKey: SAVE_KEY, status: 'pending' },
    select: ({ state }) => (state.variables as SaveInput).pending.saveKey,
  })
}
