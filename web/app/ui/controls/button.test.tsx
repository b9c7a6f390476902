import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { IconButton } from './button.tsx'

test('an icon button that gets disabled does nothing, and keeps the focus', async () => {
  function Pages() {
    const [page, setPage] = useState(1)
    return (
      <>
        <output>Page {page}</output>
        <IconButton label="Next page" disabled={page === 2} onClick={() => setPage(page + 1)}>
          →
        </IconButton>
      </>
    )
  }
  const { user } = renderScreen(<Pages />)
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' })
  await user.click(next)
  expect(next.getAttribute('aria-disabled')).toBe('true')
  // Browsers take the focus from a button with this attribute.
  expect(next.disabled).toBe(false)
  await user.keyboard('{Enter}')
  expect(screen.getByText('Page 2')).toBeTruthy()
  expect(document.activeElement).toBe(next)
})
