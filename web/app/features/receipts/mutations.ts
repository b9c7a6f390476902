import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#platform/api/client.ts'

type Listed = { docs: Receipt[]; totalDocs: number }
const lists = { queryKey: ['receipts', 'list'] }

/** Shows a change in every list at once; the way back undoes it when the server refuses. */
async function showAtOnce(cache: QueryClient, change: (list: Listed) => Listed): Promise<() => void> {
  await cache.cancelQueries(lists)
  const before = cache.getQueriesData<Listed>(lists)
  cache.setQueriesData<Listed>(lists, (list) => list && change(list))
  return () => before.forEach(([key, list]) => cache.setQueryData(key, list))
}

const without = (id: string) => (list: Listed) => {
  const docs = list.docs.filter(({ _id }) => _id !== id)
  return { ...list, docs, totalDocs: list.totalDocs - (list.docs.length - docs.length) }
}

/** Whatever came of it, the server's word is asked for again. */
function useSettled() {
  const cache = useQueryClient()
  return { cache, onSettled: () => cache.invalidateQueries({ queryKey: ['receipts'] }) }
}

export function useMoveReceipt() {
  const { cache, onSettled } = useSettled()
  return useMutation({
    mutationFn: ({ id, category }: { id: string; category: string }) =>
      call(receiptEndpoints.move, { params: { uploadId: id }, body: { category } }),
    onMutate: ({ id }) => showAtOnce(cache, without(id)),
    onError: (_, __, undo) => undo?.(),
    onSettled,
  })
}

export function useRemoveReceipt() {
  const { cache, onSettled } = useSettled()
  return useMutation({
    mutationFn: (id: string) => call(receiptEndpoints.remove, { params: { uploadId: id } }),
    onMutate: (id) => showAtOnce(cache, without(id)),
    onError: (_, __, undo) => undo?.(),
    onSettled,
  })
}

export function useRestoreReceipt() {
  const { onSettled } = useSettled()
  return useMutation({
    mutationFn: (id: string) => call(receiptEndpoints.restore, { params: { uploadId: id } }),
    onSettled,
  })
}

type FileChange = { id: string; fileId: string; title?: string; uri?: string }

/** Renames a file, or replaces it by a draft: the old one is kept as an earlier version. */
export function useEditFile() {
  const { cache, onSettled } = useSettled()
  return useMutation({
    mutationFn: ({ id, fileId, ...body }: FileChange) =>
      call(receiptEndpoints.editFile, { params: { uploadId: id, fileId }, body }),
    onMutate: ({ fileId, title }) =>
      showAtOnce(cache, (list) =>
        title === undefined ? list : { ...list, docs: renamed(list.docs, fileId, title) },
      ),
    onError: (_, __, undo) => undo?.(),
    onSettled,
  })
}

function renamed(docs: Receipt[], fileId: string, title: string): Receipt[] {
  return docs.map((receipt) => ({
    ...receipt,
    file: receipt.file.map((file) => (file._id === fileId ? { ...file, title } : file)),
  }))
}

type FactsChange = z.input<typeof receiptEndpoints.editFacts.body>

export function useEditFacts(id: string) {
  const { onSettled } = useSettled()
  return useMutation({
    mutationFn: (body: FactsChange) => call(receiptEndpoints.editFacts, { params: { uploadId: id }, body }),
    onSettled,
  })
}
