import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { addFiles, draftFor, photo, startFresh } from '#features/receipts/testing'
import { makeQueryClient } from '#platform/api/query-client.ts'
import { readSession } from '#platform/session/session.ts'
import { keepFile, readKeptFile } from '#platform/storage/kept-files.ts'
import { save } from '#platform/storage/local-storage.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { standInForIndexedDb } from '#testing/indexed-db.ts'
import { signInAs } from '#testing/render.tsx'
import { ToastRegion } from '#ui/feedback/toast-region.tsx'
import { offerUndo } from '#ui/feedback/toast.ts'
import ProtectedLayout from './layout.tsx'

const screens = [
  { element: <ProtectedLayout />, children: [{ path: '/dashboard', element: <h1>Dashboard</h1> }] },
  { path: '/login', element: <p>at /login</p> },
]

function open() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <RouterProvider router={createMemoryRouter(screens, { initialEntries: ['/dashboard'] })} />
      <ToastRegion />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup() }
}

// The user never loads: no screen waits for it.
const loading = fake(authEndpoints.loggedUser, () => new Promise(() => undefined))

test('logging out ends the session and continues to the login', async () => {
  serveFakes(loading)
  signInAs('User')
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(await screen.findByText('at /login')).toBeTruthy()
  expect(readSession()).toBeUndefined()
})

test('logging out closes toasts, which may be about receipts', async () => {
  serveFakes(loading)
  signInAs('User')
  const { user } = open()
  act(() => offerUndo('Deleted Ampol.', () => Promise.resolve()))
  expect(screen.getByText('Deleted Ampol.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  await screen.findByText('at /login')
  expect(screen.queryByText('Deleted Ampol.')).toBeNull()
})

test('logging out reaches the server even if the tab is closed straight away', async () => {
  serveFakes(loading)
  const sent = vi.spyOn(globalThis, 'fetch')
  signInAs('User')
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Log out' }))
  expect(sent).toHaveBeenCalledWith(authEndpoints.signOut.path, expect.objectContaining({ keepalive: true }))
})

test('logging out asks first while receipts are still uploading', async () => {
  standInForIndexedDb()
  await keepFile('of-another-tab', 'u1', photo)
  await keepFile('of-a-killed-browser', 'u1', photo)
  const { promise, resolve } = Promise.withResolvers<Draft>()
  startFresh(
    loading,
    fake(receiptEndpoints.uploadFile, () => promise),
    fake(authEndpoints.signOut, () => ({ message: '' })),
  )
  save('pending-upload:of-another-tab', { files: [{ id: 'of-another-tab' }] })
  const [id] = addFiles('to-file', [photo, photo])
  const { user } = open()
  const logOut = () => user.click(screen.getByRole('button', { name: 'Log out' }))
  await logOut()
  await screen.findByRole('alertdialog', { name: '3 receipts are still uploading. Log out anyway?' })
  expect(document.activeElement?.textContent).toBe('Stay')
  // The shortcut of the search is for the screen, not for a question.
  await user.keyboard('/')
  await user.keyboard('{Enter}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(readSession()).toBeDefined()

  await logOut()
  await user.click(await screen.findByRole('button', { name: 'Log out anyway' }))
  expect(await screen.findByText('at /login')).toBeTruthy()
  expect(readSession()).toBeUndefined()
  // Nothing was said about what another tab uploads.
  for (const sent of [id!, 'of-a-killed-browser'])
    await waitFor(async () => expect(await readKeptFile(sent)).toBeUndefined())
  expect(await readKeptFile('of-another-tab')).toBeDefined()
  // Only this page has their bytes.
  const leave = new Event('beforeunload', { cancelable: true })
  expect(window.dispatchEvent(leave)).toBe(false)
  resolve(draftFor(photo))
})
