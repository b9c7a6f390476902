import { evidenceEndpoints } from '@docketbox/contract/evidence/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

export const evidenceOf = (incomeYear: string, page: number) => ({
  ...query(evidenceEndpoints.list, { query: { incomeYear, page } }),
  placeholderData: keepPreviousData,
})

const invalidates = [evidenceEndpoints.list]
export const saveEvidence = mutation(evidenceEndpoints.save, { invalidates })
export const removeEvidence = mutation(evidenceEndpoints.remove, { invalidates })
