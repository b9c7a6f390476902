import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { SkipLink } from './skip-link.tsx'

test('skipping to the content leaves the address alone, which may hold the secret of a mailed link', async () => {
  const { user } = renderScreen(
    <>
      <SkipLink />
      <main id="content" tabIndex={-1} />
    </>,
  )
  await user.click(screen.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect(window.location.hash).toBe('')
})
