import { type Category, categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { query } from '#platform/api/query.ts'

/** The six categories, in display order. They only change with a release. */
export const categories = {
  ...query(categoryEndpoints.list, {}),
  select: ({ docs }: { docs: Category[] }) => docs,
  staleTime: Infinity,
}
