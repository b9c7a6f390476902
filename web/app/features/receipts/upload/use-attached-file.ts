import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, isAbort } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { reload } from '#platform/api/reload.ts'
import { receiptReads } from '../mutations.ts'
import { acceptedExtensions, limitsHint, sizeProblem } from '../pending/limits.ts'
import { discardDraft, draftReading, uploadDraft, uploadRules } from '../pending/queries.ts'
import { draftParams } from '../queries.ts'
import { fileDraftsMutation } from '../to-file/queries.ts'
import { needsCheck, receiptFrom, valuesOf } from '../to-file/row/row-values.ts'

/** A receipt that gets the file as another page, or what a new receipt is filed with. */
type Target = { receipt: string } | { category: string; date: string }
/** `key` stays the same when it's tried again, so that nothing is saved twice. */
type Chosen = { file: File; key: string; control: AbortController }
type Attached = Chosen & { uploaded: Promise<Draft> }

export type AttachedFileState = ReturnType<typeof useAttachedFile>

/**
 * A file that's uploaded and read as soon as it's chosen, to be added to a receipt or filed as a new one. One that's too
 * large is refused as the server would.
 */
export function useAttachedFile() {
  const client = useQueryClient()
  const { data: rules } = useQuery(uploadRules)
  const [attached, setAttached] = useState<Attached>()
  // An upload may take minutes, so it's cancelled by leaving.
  useEffect(() => () => attached?.control.abort(), [attached])

  const upload = useMutation({
    mutationFn: async ({ file, key, control: { signal } }: Chosen) => {
      const problem = sizeProblem(file, rules)
      const { code, status } = receiptRefusals.fileTooLarge
      if (problem) throw new ApiError(code, problem, status)
      return uploadDraft(file, key, { signal })
    },
  })
  const attach = useMutation({
    mutationFn: async ({ target, uploaded, ...chosen }: Attached & { target: Target }): Promise<string> => {
      const draft = await uploaded.catch((error: unknown) => {
        if (isAbort(error)) throw error
        return upload.mutateAsync(chosen)
      })
      if ('receipt' in target) {
        const { draftId } = draftParams(draft)
        await call(receiptEndpoints.mergeDuplicate, { body: { into: target.receipt, draft: draftId } })
        return target.receipt
      }
      const receipts = [receiptFrom(draft, target, { isSeen: false })]
      const { docs } = await fileDraftsMutation.mutationFn({ receipts, key: chosen.key })
      return docs[0]!._id
    },
    meta: { invalidates: receiptReads },
  })
  const [reading] = useQueries({
    queries: [upload.data].flatMap((uploaded) =>
      uploaded ? [draftReading(uploaded, { isSaving: attach.isPending })] : [],
    ),
  })
  const draft = reading?.data

  const forget = () => {
    setAttached(undefined)
    upload.reset()
  }
  return {
    file: attached?.file,
    /** Once it's uploaded. */
    draft,
    /** What a new receipt would be filed with: empty if it wasn't read. */
    read: draft ? valuesOf(draft, {}) : undefined,
    isDateUncertain: draft !== undefined && needsCheck(draft, {}, 'date'),
    isUploading: upload.isPending,
    problem: upload.error?.message,
    choose(file: File): void {
      const chosen = { file, key: crypto.randomUUID(), control: new AbortController() }
      const uploaded = upload.mutateAsync(chosen)
      // It's shown as `problem`.
      uploaded.catch(() => undefined)
      setAttached({ ...chosen, uploaded })
    },
    remove(): void {
      attached?.control.abort()
      void attached?.uploaded.then(discardDraft, () => undefined)
      forget()
    },
    /** Leaves it in To file. */
    setAside(): void {
      forget()
      void reload(client, [receiptEndpoints.drafts, receiptEndpoints.summary])
    },
    /** @returns the receipt it's with now; undefined if the upload was cancelled. */
    async attachTo(target: Target): Promise<string | undefined> {
      try {
        return await attach.mutateAsync({ ...attached!, target })
      } catch (error) {
        if (isAbort(error)) return undefined
        throw error
      }
    },
    accept: acceptedExtensions(rules),
    hint: limitsHint(rules),
  }
}
