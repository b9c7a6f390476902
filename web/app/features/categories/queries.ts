import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'

/** The six categories, in the order they are shown. They change with a release, not with a click. */
export const categories = queryOptions({
  queryKey: ['categories'],
  queryFn: async ({ signal }) => (await call(categoryEndpoints.list, {}, { signal })).docs,
  staleTime: Infinity,
})
