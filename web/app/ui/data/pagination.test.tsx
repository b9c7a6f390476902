import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { useEffect, useState } from 'react'
import { renderScreen } from '#testing/render.tsx'
import { Pagination, pagesAround } from './pagination.tsx'
import { QueryView } from './query-view.tsx'

describe('the page links', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 'gap', 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap', 9]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 8, 9]],
  ] as const)('on page %i of %i are %j', (page, total, pages) => {
    expect(pagesAround(page, total)).toEqual(pages)
  })
})

test('the current page is marked, and the others can be opened', async () => {
  const ask = vi.fn<(page: number) => void>()
  const { user } = renderScreen(<Pagination label="Payments" page={2} totalPages={3} onPage={ask} />)
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('2')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(ask.mock.calls).toEqual([[3], [1]])
})

let load: (page: number) => void

/** Its next page is listed once it's loaded. */
function List() {
  const [page, setPage] = useState(1)
  useEffect(() => {
    load = setPage
  }, [])
  const query = useQuery({ queryKey: ['payments'], queryFn: () => [], initialData: [] })
  return (
    <div>
      <QueryView query={query} loading="" error="" isEmpty={() => false}>
        {() => (
          <>
            <ul aria-label="Payments" />
            <input aria-label="Filter" />
            <Pagination label="Payments" page={page} totalPages={2} onPage={() => undefined} />
          </>
        )}
      </QueryView>
    </div>
  )
}

test('the next page is read from its start once it’s listed, and the buttons keep the focus until then', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  const { user } = renderScreen(<List />)
  const next = screen.getByRole('button', { name: 'Next' })
  await user.click(next)
  expect(document.activeElement).toBe(next)
  act(() => load(2))
  const list = screen.getByRole('list', { name: 'Payments' })
  expect(document.activeElement).toBe(list)
  expect(scroll.mock.contexts).toEqual([list])
  expect(next.getAttribute('aria-disabled')).toBe('true')
  scroll.mockRestore()
})

test('a page that’s listed late doesn’t interrupt what the user does by then', async () => {
  const { user } = renderScreen(<List />)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.type(screen.getByLabelText('Filter'), 'D')
  act(() => load(2))
  expect(document.activeElement).toBe(screen.getByLabelText('Filter'))
})

test('a single page has no links', () => {
  renderScreen(<Pagination label="Payments" page={1} totalPages={1} onPage={() => undefined} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
