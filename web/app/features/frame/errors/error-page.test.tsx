import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ErrorPage from './error-page.tsx'

test('the error screen links a logged-in user to their dashboard', () => {
  signInAs('User')
  renderScreen(<ErrorPage />, { path: '/error' })
  expect(screen.getByRole('link', { name: 'Go to Dashboard' }).getAttribute('href')).toBe('/dashboard')
})

test.each([
  [{ message: 'The plan is gone.' }, 'The plan is gone.'],
  [undefined, 'An unknown error occurred'],
  ['nonsense', 'An unknown error occurred'],
])('the error screen shows the message passed along: %j', async (state, text) => {
  const { user } = renderScreen(<ErrorPage />, { path: '/error', state })
  expect(screen.getByRole('alert').textContent).toBe(text)
  await user.click(screen.getByRole('link', { name: 'Go to Homepage' }))
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/')
})
