import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import ProtectedLayout from './layout.tsx'

// The user never loads: no screen waits for it.
beforeEach(() => serveFakes(fake(authEndpoints.loggedUser, () => new Promise(() => undefined))))

function openAs(role: 'User' | 'Admin') {
  signInAs(role)
  const children = [
    { path: '/dashboard', element: <p>Dashboard</p> },
    { path: '/receipts', element: <p>All receipts</p> },
  ]
  const router = createMemoryRouter([{ element: <ProtectedLayout />, children }], {
    initialEntries: ['/dashboard'],
  })
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

test('pressing / opens the search of all receipts', async () => {
  const user = openAs('User')
  await user.keyboard('/')
  expect(await screen.findByText('All receipts')).toBeTruthy()
})

test('pressing ? shows the keyboard shortcuts, but not while typing', async () => {
  const user = openAs('User')
  const field = document.body.appendChild(document.createElement('input'))
  await user.type(field, '?')
  field.remove()
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.keyboard('?')
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Choose a category')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('administrators see only the shortcuts of their screens', async () => {
  const user = openAs('Admin')
  await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(dialog.textContent).toContain('Search')
  expect(dialog.textContent).not.toContain('Choose a category')
})

test('on a phone the menu shows the keyboard shortcuts, which can be turned off there', async () => {
  const user = openAs('User')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Keyboard shortcuts' }))
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(within(dialog).getByRole('checkbox', { name: 'Single-character shortcuts' })).toBeTruthy()
})
