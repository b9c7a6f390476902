import { inboxEndpoints } from '@docketbox/contract/inbox/endpoints'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'

export const inboxMessages = (page: number) =>
  queryOptions({
    queryKey: ['inbox', 'messages', page],
    queryFn: ({ signal }) => call(inboxEndpoints.listMessages, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const inboxLodgements = (page: number, q: string) =>
  queryOptions({
    queryKey: ['inbox', 'lodgements', q, page],
    queryFn: ({ signal }) =>
      call(inboxEndpoints.listLodgements, { query: { page, ...(q && { q }) } }, { signal }),
    placeholderData: keepPreviousData,
  })

export function useSetDone() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ itemId, isDone }: { itemId: string; isDone: boolean }) =>
      call(inboxEndpoints.setDone, { params: { itemId }, body: { isDone } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['inbox'] }),
  })
}
