import type { Endpoint, Input } from '@docketbox/contract/core/endpoint'
import { packEndpoints } from '@docketbox/contract/packs/endpoints'
import type { Receipt, ReceiptFile } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { noteEndpoints } from '@docketbox/contract/rooms/note-endpoints'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { endpointKey, mutation } from '#platform/api/query.ts'
import { storedUserId } from '#platform/session/stored-user.ts'

type ReceiptPage = { docs: Receipt[]; totalDocs: number }
const { search, details, summary, toCheck, bin, readingProgress, readingStatus } = receiptEndpoints
const listKey = { queryKey: endpointKey(search) }

/** Queries that a change to any receipt makes stale. */
export const receiptReads: readonly Endpoint[] = [
  search,
  details,
  summary,
  toCheck,
  bin,
  receiptEndpoints.drafts,
  receiptEndpoints.retentionYears,
  noteEndpoints.notes,
  subscriptionEndpoints.storage,
  packEndpoints.list,
  yearEndpoints.list,
  yearEndpoints.summary,
]

/** A change that shows in every cached list before the server confirms it, and is rolled back if it fails. */
function useOptimisticMutation<const E extends Endpoint>(
  endpoint: E,
  changeOf: (input: Input<E, File>) => (page: ReceiptPage) => ReceiptPage,
) {
  const client = useQueryClient()
  return useMutation({
    ...mutation(endpoint, { invalidates: receiptReads }),
    onMutate: async (input) => {
      const owner = storedUserId()
      await client.cancelQueries(listKey)
      const before = client.getQueriesData<ReceiptPage>(listKey)
      client.setQueriesData<ReceiptPage>(listKey, (page) => page && changeOf(input)(page))
      return () => {
        // The next user of this device must not see what this one saw.
        if (storedUserId() === owner) before.forEach(([key, page]) => client.setQueryData(key, page))
      }
    },
    onError: (_error, _input, rollback) => rollback?.(),
  })
}

export function useMoveReceipt() {
  return useOptimisticMutation(receiptEndpoints.move, ({ params, body: { category } }) => (page) => {
    const move = (receipt: Receipt) => (receipt._id === params.uploadId ? { ...receipt, category } : receipt)
    return { ...page, docs: page.docs.map(move) }
  })
}

export function useDeleteReceipt() {
  return useOptimisticMutation(receiptEndpoints.remove, ({ params }) => (page) => {
    const docs = page.docs.filter(({ _id }) => _id !== params.uploadId)
    return { ...page, docs, totalDocs: page.totalDocs - (page.docs.length - docs.length) }
  })
}

/** Renames a file, or replaces it with a draft. */
export function useEditFile() {
  return useOptimisticMutation(receiptEndpoints.editFile, ({ params, body: { title } }) => (page) => {
    if (title === undefined) return page
    const rename = (file: ReceiptFile) => (file._id === params.fileId ? { ...file, title } : file)
    return { ...page, docs: page.docs.map((receipt) => ({ ...receipt, file: receipt.file.map(rename) })) }
  })
}

export const restoreReceipt = mutation(receiptEndpoints.restore, { invalidates: receiptReads })
export const restoreVersion = mutation(receiptEndpoints.restoreVersion, { invalidates: receiptReads })
export const editFacts = mutation(receiptEndpoints.editFacts, { invalidates: receiptReads })
export const editLabel = mutation(receiptEndpoints.editLabel, { invalidates: receiptReads })
export const updateTaxProfile = mutation(receiptEndpoints.updateTaxProfile, {
  invalidates: [receiptEndpoints.taxProfile, recordEndpoints.ofYear, ...receiptReads],
})

/** Lists say which receipts are being read. */
export const readings = { invalidates: [readingProgress, readingStatus, ...receiptReads] }
export const readAgain = mutation(receiptEndpoints.readAgain, readings)
export const stopReading = mutation(receiptEndpoints.stopReading, readings)
export const readAll = mutation(receiptEndpoints.readAll, readings)
