import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import WelcomePage from './page.tsx'

test.each([
  [/New User/, '/register'],
  [/Registered User/, '/login'],
])('the welcome screen links %s to %s', async (name, path) => {
  const { user } = renderScreen(<WelcomePage />, { path: '/welcome' })
  await user.click(screen.getByRole('link', { name }))
  expect(screen.getByLabelText('Elsewhere').textContent).toBe(path)
})
