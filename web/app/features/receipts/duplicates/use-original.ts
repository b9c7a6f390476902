import type { DuplicateOf } from '@docketbox/contract/receipts/schemas'
import { useQuery } from '@tanstack/react-query'
import { receiptDetails } from '../queries.ts'
import { draftByUri } from '../to-file/queries.ts'
import { type Compared, comparedDraft, comparedReceipt } from './compared.ts'

/** The original of a duplicate, once it's loaded. */
export function useOriginal({ draft, receipt }: DuplicateOf): {
  original: Compared | undefined
  error: Error | null
} {
  const ofDraft = useQuery({
    ...draftByUri(draft ?? ''),
    // A separate query key, so that it isn't fetched again once merging has filed it.
    queryKey: ['original draft', draft],
    // It may be changed meanwhile, such as in its row.
    staleTime: 0,
    enabled: draft !== null && receipt === null,
  })
  const ofReceipt = useQuery({ ...receiptDetails(receipt ?? ''), enabled: receipt !== null })
  const original = ofReceipt.data
    ? comparedReceipt(ofReceipt.data)
    : ofDraft.data && comparedDraft(ofDraft.data)
  return { original, error: ofReceipt.error ?? ofDraft.error }
}
