import { type Category, categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { DAY_MS } from '@docketbox/contract/core/units'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'
import { query } from '#platform/api/query.ts'
import { load, save } from '#platform/storage/local-storage.ts'

const STORED = 'categories'

/**
 * The six categories, in display order. They only change with a release. Kept on this device, so that receipts can be filed
 * without a connection.
 */
export const categories = queryOptions({
  ...query(categoryEndpoints.list, {}),
  queryFn: async ({ signal }) => {
    const list = await call(categoryEndpoints.list, {}, { signal })
    save(STORED, list)
    return list
  },
  initialData: () => load(STORED, (stored) => categoryEndpoints.list.response.parse(stored)),
  initialDataUpdatedAt: 0,
  select: ({ docs }: { docs: Category[] }) => docs,
  staleTime: DAY_MS,
})
