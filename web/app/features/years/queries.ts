import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { mutation, query } from '#platform/api/query.ts'

const { list, summary, recordLodgedReturn, removeLodgedReturn, setDispute, keepReceipts } = yearEndpoints
const { details, retentionYears } = receiptEndpoints
const invalidates = [list, summary, details, retentionYears]

/** The income years of the user, the newest first. */
export const years = query(list, {})

/** @param incomeYear as in `2025-26`. */
export const yearSummary = (incomeYear: string) => query(summary, { params: { incomeYear } })

export const saveLodgedReturn = mutation(recordLodgedReturn, { invalidates })
export const forgetLodgedReturn = mutation(removeLodgedReturn, { invalidates })
export const saveDispute = mutation(setDispute, { invalidates })
export const saveKept = mutation(keepReceipts, { invalidates })
