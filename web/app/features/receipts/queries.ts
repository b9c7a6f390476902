import type { Endpoint, Input, Output } from '@docketbox/contract/core/endpoint'
import type { Draft, Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { ApiError } from '#platform/api/error.ts'
import { endpointKey, mutation, query, repeatWhile } from '#platform/api/query.ts'
import { receiptReads } from './mutations.ts'

/** File contents never change, so they're cached until a minute after they leave the screen. */
export const immutable = { staleTime: Infinity, gcTime: 60_000 }

const READING_POLL_MS = 1500

export const draftParams = ({ uri }: Pick<Draft, 'uri'>) => ({ draftId: uri.replace(/^draft:/, '') })

/** Whether a draft is still being read or compared. */
export function isUnfinished({ reading, isComparing }: Draft): boolean {
  return reading.state === 'waiting' || isComparing === true
}

/** Options of a query that's read again until all of its receipts have been read. */
export function repeatWhileReading<Data>(receiptsOf: (data: Data) => readonly Receipt[]) {
  return repeatWhile((data: Data) => receiptsOf(data).some(({ isReading }) => isReading), READING_POLL_MS)
}

/** Options of a query that's loaded again while files wait to be read, and other screens whenever some were read. */
function untilRead<const E extends Endpoint>(
  endpoint: E,
  input: Input<E, File>,
  countWaiting: (data: Output<E, Blob>) => number,
) {
  const options = query(endpoint, input)
  return {
    ...options,
    queryFn: async ({ client, signal }: { client: QueryClient; signal: AbortSignal }) => {
      const before = client.getQueryData(options.queryKey)
      const now = await call(endpoint, input, { signal })
      if (before !== undefined && countWaiting(now) < countWaiting(before)) {
        for (const read of receiptReads)
          if (read !== endpoint) void client.invalidateQueries({ queryKey: endpointKey(read) })
      }
      return now
    },
    ...repeatWhile((data: Output<E, Blob>) => countWaiting(data) > 0, READING_POLL_MS),
  }
}

export const receiptDetails = (uploadId: string) =>
  untilRead(
    receiptEndpoints.details,
    { params: { uploadId } },
    ({ readings }) => readings.filter(({ state }) => state === 'waiting').length,
  )

/** If the id in the address is malformed, the server answers 400: for the user there's just no such receipt. */
export function explainNotFound(error: Error): string {
  const isInvalid = error instanceof ApiError && error.status === 400
  return isInvalid ? receiptRefusals.notFound.message : error.message
}

/** Ids of the receipts with suggestions, newest first. */
export const receiptsToCheck = query(receiptEndpoints.toCheck, {})

/** How many files have been read, and how many never were. */
export const readingProgress = untilRead(receiptEndpoints.readingProgress, {}, ({ waiting }) => waiting)

/** Whether we read receipts, and how many files wait. */
export const readingStatus = untilRead(receiptEndpoints.readingStatus, {}, ({ waiting }) => waiting)

export const taxProfile = query(receiptEndpoints.taxProfile, {})

export const receiptSummary = query(receiptEndpoints.summary, {})

export const binPage = (page: number) => ({
  ...query(receiptEndpoints.bin, { query: { page } }),
  placeholderData: keepPreviousData,
})

/** The years that the retention of some receipts counts from. */
export const retentionYears = (selection: Input<typeof receiptEndpoints.retentionYears>['query']) =>
  query(receiptEndpoints.retentionYears, { query: selection })

export type FileVersion = { id: string; file: string; version: number }

/** @param page of a PDF, counting from 1. */
export const filePreview = (file: FileVersion, size: 'thumbnail' | 'page', page = 1) => ({
  ...query(receiptEndpoints.preview, { query: { ...file, size, ...(page > 1 && { page }) } }),
  ...immutable,
})

/** The original bytes of a file, to show a PDF. */
export const originalFile = (file: FileVersion) => ({
  ...query(receiptEndpoints.download, { query: file }),
  ...immutable,
})

/** Asks the server to render a preview again after it failed. */
export function useRetryPreview(file: FileVersion) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...mutation(receiptEndpoints.preview),
    onSuccess: async (image) => {
      client.setQueryData(filePreview(file, 'page').queryKey, image)
      await client.invalidateQueries({ queryKey: filePreview(file, 'thumbnail').queryKey })
    },
  })
  return { retry: () => mutate({ query: { ...file, size: 'page', again: 'true' } }), isPending }
}

/** How many uploads are waiting to be filed. */
export function useToFileCount({ enabled }: { enabled: boolean }): number | undefined {
  return useQuery({ ...receiptSummary, select: ({ toFile }) => toFile, enabled }).data
}
