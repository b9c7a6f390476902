import { useQuery } from '@tanstack/react-query'
import { receiptSummary } from '../queries.ts'

/** How many uploads wait to be filed. */
export function useToFileCount({ enabled }: { enabled: boolean }): number | undefined {
  return useQuery({ ...receiptSummary, select: ({ toFile }) => toFile, enabled }).data
}
