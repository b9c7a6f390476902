import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { Pagination, pagesAround } from './pagination.tsx'

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

test('a single page has no links', () => {
  renderScreen(<Pagination label="Payments" page={1} totalPages={1} onPage={() => undefined} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
