import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { clearPending } from '../pending/store.ts'
import { travel } from '../testing/receipts.ts'
import { ampol, server, serveDrafts, taxi, unread } from '../testing/waiting-drafts.ts'
import ToFilePage from './page.tsx'

const open = () => renderScreen(<ToFilePage />, { path: '/to-file' })
const row = (name: string) => screen.findByRole('row', { name })
/** Otherwise it would be sent to the server of the next test. */
const isKept = ({ uri }: Draft, edit: object) =>
  waitFor(() => expect(server.waiting.find((draft) => draft.uri === uri)?.edit).toMatchObject(edit))
const isGone = (name: string) => waitFor(() => expect(screen.queryByRole('row', { name })).toBeNull())

beforeEach(() => {
  signInAs()
  clearPending()
})

test('is controlled by the keyboard', async () => {
  serveDrafts([ampol, taxi, unread])
  const { user } = open()
  const first = await row('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(await row('docket-3.pdf'))
  await user.keyboard('{ArrowUp}{ArrowUp}2{Enter}')
  await isGone('Ampol')
  expect(server.filed[0]?.[0]?.category).toBe(travel._id)
  expect(document.activeElement).toBe(await row('Harbour Taxi'))
  await user.keyboard('{Delete}')
  await isGone('Harbour Taxi')
  expect(document.activeElement).toBe(await row('docket-3.pdf'))
  const discarded = (await screen.findByText('Upload discarded.')).parentElement!
  expect(discarded.textContent).toContain('Harbour Taxi')
  await user.click(within(discarded.parentElement!).getByRole('button', { name: 'Undo' }))
  await row('Harbour Taxi')
})

test('Enter in a field files its row, Escape returns to it', async () => {
  serveDrafts([ampol, taxi])
  const { user } = open()
  await row('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  await user.click(screen.getByLabelText('Supplier, Ampol'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(await row('Ampol'))
  await user.type(screen.getByLabelText('Supplier, Ampol'), ' Dubbo{Enter}')
  await isGone('Ampol Dubbo')
  expect(server.filed[0]).toMatchObject([{ facts: { supplier: 'Ampol Dubbo', totalCents: 5685 } }])
})

test('Enter on a phone’s keyboard only hides the keyboard', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media === '(pointer: coarse)' }),
  )
  serveDrafts([ampol])
  const { user } = open()
  await row('Ampol')
  const description = screen.getByLabelText('Description, Ampol')
  await user.type(description, 'Fuel{Enter}')
  expect(document.activeElement).not.toBe(description)
  expect(server.filed).toEqual([])
  await isKept(ampol, { description: 'Fuel' })
})
