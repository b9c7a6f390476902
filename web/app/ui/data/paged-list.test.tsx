import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { useListParams } from '#platform/page/url-params.ts'
import { PagedList } from './paged-list.tsx'

test('a page whose last row went away gives way to the last page, without saying that there’s nothing', async () => {
  const lastPage = Promise.withResolvers<string[]>()
  const load = vi.fn<(page: number) => Promise<string[]>>((page) =>
    page === 2 ? lastPage.promise : Promise.resolve([]),
  )
  function List() {
    const { page } = useListParams()
    const query = useQuery({
      queryKey: ['list', page],
      queryFn: async () => ({ docs: await load(page), page, totalPages: 2, totalDocs: 3 }),
      placeholderData: keepPreviousData,
    })
    return (
      <PagedList label="Payments" query={query} loading="Loading" error="Failed" empty="No payments yet.">
        {(docs) => docs.join()}
      </PagedList>
    )
  }
  renderScreen(<List />, { path: '/list', at: '/list?page=3' })
  await waitFor(() => expect(load).toHaveBeenCalledWith(2))
  expect(screen.queryByText('No payments yet.')).toBeNull()
  lastPage.resolve(['Ampol'])
  await screen.findByText('Ampol')
})
