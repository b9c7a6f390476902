import { screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { setCharacterKeys } from '#platform/page/character-keys.ts'
import { fuel, travel } from '../testing/receipts.ts'
import { beginToFile, isKept, openToFile, rowIsGone, rowOf } from '../testing/to-file-screen.tsx'
import { ampol, server, serveDrafts, taxi, unread } from '../testing/waiting-drafts.ts'

beforeEach(beginToFile)

test('is controlled by the keyboard', async () => {
  serveDrafts([ampol, taxi, unread])
  const { user } = openToFile()
  const first = await rowOf('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  first.focus()
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(document.activeElement).toBe(await rowOf('docket-3.pdf'))
  await user.keyboard('{ArrowUp}{ArrowUp}2{Enter}')
  await rowIsGone('Ampol')
  expect(server.filed[0]?.[0]?.category).toBe(travel._id)
  expect(document.activeElement).toBe(await rowOf('Harbour Taxi'))
  await user.keyboard('{Delete}')
  await rowIsGone('Harbour Taxi')
  expect(document.activeElement).toBe(await rowOf('docket-3.pdf'))
  const discarded = (await screen.findByText('Upload discarded.')).parentElement!
  expect(discarded.textContent).toContain('Harbour Taxi')
  await user.click(within(discarded.parentElement!).getByRole('button', { name: 'Undo' }))
  await rowOf('Harbour Taxi')
})

test('without single-character shortcuts, digits do nothing and aren’t mentioned', async () => {
  setCharacterKeys(false)
  serveDrafts([ampol])
  const { user } = openToFile()
  const row = await rowOf('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  row.focus()
  await user.keyboard('2')
  expect(screen.getByLabelText<HTMLSelectElement>('Category, Ampol').value).not.toBe(travel._id)
  expect(screen.getByText('Enter').parentElement!.textContent).toBe('Enter files, ↑ ↓ move, Delete discards')
})

test('Enter in a field files its row, Escape returns to it', async () => {
  serveDrafts([ampol, taxi])
  const { user } = openToFile()
  await rowOf('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  await user.click(screen.getByLabelText('Supplier, Ampol'))
  await user.keyboard('{Escape}')
  expect(document.activeElement).toBe(await rowOf('Ampol'))
  await user.type(screen.getByLabelText('Supplier, Ampol'), ' Dubbo{Enter}')
  await rowIsGone('Ampol Dubbo')
  expect(server.filed[0]).toMatchObject([{ facts: { supplier: 'Ampol Dubbo', totalCents: 5685 } }])
})

test('a description keeps its lines, and Shift with Enter begins another', async () => {
  serveDrafts([{ ...ampol, edit: { description: 'Fuel\nfor the ute' } }])
  const { user } = openToFile()
  await rowOf('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  const description = screen.getByLabelText<HTMLTextAreaElement>('Description, Ampol')
  expect(description.value).toBe('Fuel\nfor the ute')
  await user.type(description, '{Shift>}{Enter}{/Shift}in May{Enter}')
  await rowIsGone('Ampol')
  expect(server.filed[0]).toMatchObject([{ description: 'Fuel\nfor the ute\nin May' }])
})

test('Enter on a phone’s keyboard only hides the keyboard', async () => {
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { matches: media === '(pointer: coarse)' }),
  )
  serveDrafts([ampol])
  const { user } = openToFile()
  await rowOf('Ampol')
  const description = screen.getByLabelText('Description, Ampol')
  await user.type(description, 'Fuel{Enter}')
  expect(document.activeElement).not.toBe(description)
  expect(server.filed).toEqual([])
  await isKept(ampol, { description: 'Fuel' })
})

test('filing a selected row files the others with it, in the order they were selected', async () => {
  serveDrafts([ampol, taxi, unread])
  const { user } = openToFile()
  const row = await rowOf('Harbour Taxi')
  await screen.findAllByRole('option', { name: travel.name })
  row.focus()
  await user.keyboard(' {ArrowUp} ')
  expect(screen.getByRole('checkbox', { name: 'Select Ampol, page 2' })).toBeTruthy()
  await user.keyboard('{Enter}')
  await rowIsGone('Ampol')
  expect(server.filed[0]).toMatchObject([
    // The suggestion from more receipts counts, as on Scan.
    { category: fuel._id, file: [{ uri: taxi.uri }, { uri: ampol.uri }] },
  ])
  expect(document.activeElement).toBe(await rowOf('docket-3.pdf'))
})

test('after a row is filed, the toast about it doesn’t cover the next row’s buttons', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scroll.mockRestore())
  serveDrafts([ampol, taxi])
  const { user } = openToFile()
  await screen.findAllByRole('option', { name: travel.name })
  await user.click(screen.getByRole('button', { name: 'File receipt, Ampol' }))
  const shown = scroll.mock.contexts.map((element) => (element as Element).closest('[data-draft]'))
  expect(shown.map((row) => row?.getAttribute('data-draft'))).toContain(taxi.uri)
})
