import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isAbort } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { reload } from '#platform/api/reload.ts'
import { acceptedExtensions, limitsHint, sizeProblem } from '../pending/limits.ts'
import { discardDraft, draftReading, uploadDraft, uploadRules } from '../pending/queries.ts'
import { needsCheck, valuesOf } from '../to-file/row/row-values.ts'

/** `key` stays the same when it's tried again, so that nothing is saved twice. */
type Chosen = { file: File; key: string; control: AbortController }
type Attached = Chosen & { uploaded: Promise<Draft> }

export type AttachedFileState = ReturnType<typeof useAttachedFile>

/**
 * A file that's uploaded and read as soon as it's chosen, and filed with something else. One that's too large is refused as
 * the server would.
 * @param isSaving whether that's being sent: the file won't be a draft any more.
 */
export function useAttachedFile({ isSaving }: { isSaving: boolean }) {
  const client = useQueryClient()
  const { data: rules } = useQuery(uploadRules)
  const [attached, setAttached] = useState<Attached>()
  // An upload may take minutes, so it's cancelled by leaving.
  const control = attached?.control
  useEffect(() => () => control?.abort(), [control])

  const upload = useMutation({
    mutationFn: async ({ file, key, control: { signal } }: Chosen) => {
      const problem = sizeProblem(file, rules)
      const { code, status } = receiptRefusals.fileTooLarge
      if (problem) throw new ApiError(code, problem, status)
      return uploadDraft(file, key, { signal })
    },
  })
  const [reading] = useQueries({
    queries: [upload.data].flatMap((uploaded) => (uploaded ? [draftReading(uploaded, { isSaving })] : [])),
  })
  const draft = reading?.data

  const start = (chosen: Chosen): Promise<Draft> => {
    const uploaded = upload.mutateAsync(chosen)
    // It's shown as `problem`.
    uploaded.catch(() => undefined)
    setAttached({ ...chosen, uploaded })
    return uploaded
  }
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
      void start({ file, key: crypto.randomUUID(), control: new AbortController() })
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
    /** @returns the draft, for which an upload that failed is sent again; undefined if the upload was cancelled. */
    async uploaded(): Promise<Draft | undefined> {
      const { uploaded, ...chosen } = attached!
      try {
        return await uploaded.catch((error: unknown) => {
          if (isAbort(error)) throw error
          return start(chosen)
        })
      } catch (error) {
        if (isAbort(error)) return undefined
        throw error
      }
    },
    accept: acceptedExtensions(rules),
    hint: limitsHint(rules),
  }
}
