import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { endpointKey, mutation } from '#platform/api/query.ts'

type ReceiptPage = { docs: Receipt[]; totalDocs: number }
const { list, details, summary, trash } = receiptEndpoints
const listKey = { queryKey: endpointKey(list) }

/** What a change to any receipt makes stale. */
export const receiptReads = [list, details, summary, trash]

/** Applies a change to every cached list before the server confirms it. Returns a rollback. */
async function updateLists(
  client: QueryClient,
  change: (page: ReceiptPage) => ReceiptPage,
): Promise<() => void> {
  await client.cancelQueries(listKey)
  const before = client.getQueriesData<ReceiptPage>(listKey)
  client.setQueriesData<ReceiptPage>(listKey, (page) => page && change(page))
  return () => before.forEach(([key, page]) => client.setQueryData(key, page))
}

const without = (id: string) => (page: ReceiptPage) => {
  const docs = page.docs.filter(({ _id }) => _id !== id)
  return { ...page, docs, totalDocs: page.totalDocs - (page.docs.length - docs.length) }
}

export function useMoveReceipt() {
  const client = useQueryClient()
  return useMutation({
    ...mutation(receiptEndpoints.move, { invalidates: receiptReads }),
    onMutate: ({ params }) => updateLists(client, without(params.uploadId)),
    onError: (_error, _input, rollback) => rollback?.(),
  })
}

export function useDeleteReceipt() {
  const client = useQueryClient()
  return useMutation({
    ...mutation(receiptEndpoints.remove, { invalidates: receiptReads }),
    onMutate: ({ params }) => updateLists(client, without(params.uploadId)),
    onError: (_error, _input, rollback) => rollback?.(),
  })
}

export const restoreReceipt = mutation(receiptEndpoints.restore, { invalidates: receiptReads })
export const editFacts = mutation(receiptEndpoints.editFacts, { invalidates: receiptReads })

/** Renames a file, or replaces it with a draft. */
export function useEditFile() {
  const client = useQueryClient()
  return useMutation({
    ...mutation(receiptEndpoints.editFile, { invalidates: receiptReads }),
    onMutate: ({ params, body: { title } }) =>
      updateLists(client, (page) =>
        title === undefined ? page : { ...page, docs: renameFile(page.docs, params.fileId, title) },
      ),
    onError: (_error, _input, rollback) => rollback?.(),
  })
}

function renameFile(receipts: Receipt[], fileId: string, title: string): Receipt[] {
  return receipts.map((receipt) => ({
    ...receipt,
    file: receipt.file.map((file) => (file._id === fileId ? { ...file, title } : file)),
  }))
}
