import { mergeReadFields } from '@docketbox/contract/reading/merge'
import type { ReadFields, SuggestedCategory } from '@docketbox/contract/reading/schemas'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { useTimeout } from '#platform/page/use-timeout.ts'
import { isUsable } from '../pending/limits.ts'
import { draftReading } from '../pending/queries.ts'
import type { PendingFile } from '../pending/upload.ts'

/** Reading takes one or two seconds; much later the card no longer looks as if it were about to be filled in. */
const MAX_WAIT_MS = 30_000

export type ReceiptReading = {
  /**
   * `ended`: all readings are here, or we stopped waiting for them, because they take long or there was no connection.
   * `failed`: nothing could be read.
   */
  state: 'waiting' | 'ended' | 'failed' | 'off'
  fields: ReadFields
  suggested: SuggestedCategory | undefined
  /** A page that was probably added before; none while it's being saved. */
  duplicate: Draft | undefined
  /** How many receipts the photo shows, if it's several. */
  splitsInto: number | undefined
}

/** Reads the pages of a receipt and merges the results, until it's being saved. */
export function useReading(files: readonly PendingFile[], { isSaving = false } = {}): ReceiptReading {
  const [isLate, setIsLate] = useState(false)
  const isUploading = files.some((file) => isUsable(file) && !file.draft)
  useTimeout(() => setIsLate(true), MAX_WAIT_MS, !isUploading)
  const [hasFailed, setHasFailed] = useState(false)
  if (!hasFailed && files.some(({ state }) => state === 'failed')) setHasFailed(true)
  const results = useQueries({
    queries: files.flatMap(({ draft }) => (draft ? [draftReading(draft, { isLate, isSaving })] : [])),
  })
  const drafts = results.map(({ data }) => data)
  const states = drafts.map(({ reading }) => reading.state)
  const isWaiting = !hasFailed && (isUploading || (states.includes('waiting') && !isLate))
  const ending = states.length > 0 && states.every((state) => state === 'failed') ? 'failed' : 'ended'
  return {
    state: states.includes('off') ? 'off' : isWaiting ? 'waiting' : ending,
    fields: mergeReadFields(drafts.flatMap(({ reading }) => reading.fields ?? [])),
    duplicate: isSaving ? undefined : drafts.find(({ duplicateOf }) => duplicateOf),
    splitsInto: drafts.length === 1 ? drafts[0]!.splitsInto : undefined,
    suggested: drafts
      .flatMap(({ suggestedCategory }) => suggestedCategory ?? [])
      .toSorted((one, other) => other.receipts - one.receipts)[0],
  }
}
