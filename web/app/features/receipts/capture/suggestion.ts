import type { SuggestedCategory } from '@docketbox/contract/reading/schemas'
import { presetOf } from '#features/categories'

type Reason = {
  suggested: SuggestedCategory
  /** Of the suggested category. */
  categoryName: string
  supplier: string | null | undefined
}

/** Why a category is suggested: "You filed Ampol here 12 times". */
export function suggestionReason({ suggested, categoryName, supplier }: Reason): string {
  const { receipts } = suggested
  if (receipts === 0) return presetOf(categoryName).guess
  const count = receipts === 1 ? 'once' : receipts === 2 ? 'twice' : `${receipts} times`
  return `You filed ${supplier || 'this supplier'} here ${count}`
}
