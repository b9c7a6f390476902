import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { mutation, query } from '#platform/api/query.ts'

const { list, summary, recordLodgement, removeLodgement, setDispute, keepReceipts } = yearEndpoints
const invalidates = [list, summary]

/** The income years of the user, the newest first. */
export const years = query(list, {})

/** @param incomeYear as in `2025-26`. */
export const yearSummary = (incomeYear: string) => query(summary, { params: { incomeYear } })

export const saveLodgement = mutation(recordLodgement, { invalidates })
export const forgetLodgement = mutation(removeLodgement, { invalidates })
export const saveDispute = mutation(setDispute, { invalidates })
export const saveKept = mutation(keepReceipts, { invalidates })
