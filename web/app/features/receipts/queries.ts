import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'

export const RECEIPTS_PER_PAGE = 50

/** What a list of receipts is narrowed to. */
export type ReceiptFilter = { category: string; q: string; incomeYear: string }

/** One page of a category's receipts, newest first; pages count from 1. */
export const receiptPage = ({ category, q, incomeYear }: ReceiptFilter, page: number) =>
  queryOptions({
    queryKey: ['receipts', 'list', category, q, incomeYear, page],
    queryFn: ({ signal }) =>
      call(
        receiptEndpoints.list,
        {
          query: {
            category,
            page,
            limit: RECEIPTS_PER_PAGE,
            ...(q && { q }),
            ...(incomeYear && { incomeYear }),
          },
        },
        { signal },
      ),
  })

export const receiptDetails = (uploadId: string) =>
  queryOptions({
    queryKey: ['receipts', 'details', uploadId],
    queryFn: ({ signal }) => call(receiptEndpoints.details, { params: { uploadId } }, { signal }),
  })

export const receiptSummary = queryOptions({
  queryKey: ['receipts', 'summary'],
  queryFn: ({ signal }) => call(receiptEndpoints.summary, {}, { signal }),
})

export const trashPage = (page: number) =>
  queryOptions({
    queryKey: ['receipts', 'trash', page],
    queryFn: ({ signal }) => call(receiptEndpoints.trash, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export type PictureOf = { id: string; file: string; version: number; size: 'thumbnail' | 'page' }

/** A picture of a file; what it shows never changes, because a replaced file is a new version. */
export const picture = (query: PictureOf) =>
  queryOptions({
    queryKey: ['pictures', query.id, query.file, query.version, query.size],
    queryFn: ({ signal }) => call(receiptEndpoints.preview, { query }, { signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** Has a picture made once more that could not be made before. */
export function usePictureAgain(of: Omit<PictureOf, 'size'>) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call(receiptEndpoints.preview, { query: { ...of, size: 'page' as const, again: 'true' as const } }),
    onSuccess: async (made) => {
      cache.setQueryData(picture({ ...of, size: 'page' }).queryKey, made)
      await cache.invalidateQueries({ queryKey: picture({ ...of, size: 'thumbnail' }).queryKey })
    },
  })
}

/** The bytes of a file, to be shown as they are: a PDF. */
export const original = (query: Omit<PictureOf, 'size'>) =>
  queryOptions({
    queryKey: ['originals', query.id, query.file, query.version],
    queryFn: ({ signal }) => call(receiptEndpoints.download, { query }, { signal }),
    staleTime: Infinity,
    gcTime: 60_000,
  })
