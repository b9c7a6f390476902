import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ReceiptsPage from '../search/page.tsx'
import { categoryFakes, resultsOf } from '../testing/category.tsx'
import { receiptsFrom, travel } from '../testing/receipts.ts'

const receipts = receiptsFrom(['Ampol', 'Bunnings', 'Coles'])
const [ampol, bunnings] = receipts as [Receipt, Receipt]
const undo = '01a1f98c-b7c0-73be-90be-d80dc65f7777'
const changed = vi.fn<(body: object) => void>()
const selected = vi.fn<(query: object) => void>()
const undone = vi.fn<(changeId: string) => void>()
/** What the next change answers instead. */
let failure: Response | ReturnType<typeof refuse> | Promise<ReturnType<typeof refuse>> | undefined
let found: Receipt[]
let corrections: string[]
/** How many the next Undo restores. */
let restored: number

beforeEach(() => {
  signInAs('User')
  for (const spy of [changed, undone, selected]) spy.mockReset()
  failure = undefined
  found = receipts
  corrections = []
  restored = 2
  serveFakes(
    fake(receiptEndpoints.search, () => ({ ...resultsOf(found), corrections })),
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.views, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.retentionYears, ({ query }) => {
      selected(query)
      return { incomeYears: ['2025-26'] }
    }),
    fake(receiptEndpoints.bulk, async ({ body }) => {
      changed(body)
      return (await failure) ?? { changed: body.ids?.length ?? 2, undo }
    }),
    fake(receiptEndpoints.undoBulk, ({ params }) => {
      undone(params.changeId)
      return { changed: restored }
    }),
  )
})

const open = (at = '/receipts') => renderScreen(<ReceiptsPage />, { path: '/receipts', at })
const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select ${name}`) })

test('the receipts of another search can’t all be selected until those of this one are there', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  serveFakes(
    fake(receiptEndpoints.search, async ({ query }) => {
      if (!query.q) await promise
      return resultsOf(query.q ? [ampol] : receipts)
    }),
    ...categoryFakes(() => receipts),
  )
  const { user, router } = open('/receipts?q=ampol')
  await box('Ampol')
  await act(() => router.navigate('/receipts'))
  await user.click(screen.getByRole('button', { name: 'Select it' }))
  resolve()
  await box('Coles')
  expect(screen.queryByText(/receipts? selected$/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Select all 3' }))
  expect(screen.getByText('3 receipts selected')).toBeTruthy()
})

test('the button that selects all keeps the focus, and then selects none', async () => {
  const { user } = open()
  await box('Coles')
  screen.getByRole('button', { name: 'Select all 3' }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByText('3 receipts selected')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select none' }))
  await user.keyboard('{Enter}')
  expect(isSelecting()).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Select all 3' }))
})

test('receipts selected with shift are moved at once, and back', async () => {
  const { user } = open()
  await user.click(await box('Ampol'))
  fireEvent.click(await box('Bunnings'), { shiftKey: true })
  expect(screen.getByText('2 receipts selected')).toBeTruthy()
  // Beside the buttons, too, since the list may have scrolled.
  const bar = screen.getByRole('button', { name: 'Clear selection' }).parentElement!
  expect(bar.textContent).toMatch(/^2 selected/)
  await user.click(screen.getByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 receipts' }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByRole('link', { name: 'Please select a category.' })).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Category'), travel._id)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 receipts moved.')).toBeTruthy()
  const ids = [ampol._id, bunnings._id]
  expect(changed).toHaveBeenCalledExactlyOnceWith({ ids, action: { type: 'move', category: travel._id } })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 receipts restored.')).toBeTruthy()
  expect(undone).toHaveBeenCalledExactlyOnceWith(undo)
  expect((await box('Coles')).checked).toBe(false)
})

test('all that match are deleted after two questions', async () => {
  const { user } = open('/receipts?q=trip')
  await box('Coles')
  await user.click(screen.getByRole('button', { name: 'Select all 3' }))
  await user.click(screen.getByRole('button', { name: 'More actions for 3 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/the law requires you to keep its receipts until 17 May 2032/)).toBeTruthy()
  expect(selected).toHaveBeenCalledExactlyOnceWith({ q: 'trip' })
  await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() =>
    expect(changed).toHaveBeenCalledExactlyOnceWith({ filter: { q: 'trip' }, action: { type: 'delete' } }),
  )
})

test('one receipt can be deleted, and restored from the bin', async () => {
  const { user } = open()
  await user.click(await box('Coles'))
  await user.click(screen.getByRole('button', { name: 'More actions for 1 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Delete 1 receipt?')).toBeTruthy()
  expect(screen.getByText('You can restore it from the bin for 30 days.')).toBeTruthy()
})

test('receipts can’t be deleted until it’s known whether any of them must be kept', async () => {
  const { promise, resolve } = Promise.withResolvers<{ incomeYears: string[] }>()
  serveFakes(
    fake(receiptEndpoints.search, () => resultsOf(receipts)),
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.retentionYears, () => promise),
  )
  const { user } = open('/receipts?q=trip')
  await user.click(await screen.findByRole('button', { name: 'Select all 3' }))
  await user.click(screen.getByRole('button', { name: 'More actions for 3 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByRole('button', { name: 'Checking…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull()
  resolve({ incomeYears: ['2025-26'] })
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/until 17 May 2032/)).toBeTruthy()
})

async function selectAllAndRead(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Select all 3' }))
  await user.click(screen.getByRole('button', { name: 'More actions for 3 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read again' }))
}
const isSelecting = () => screen.queryByRole('button', { name: 'Clear selection' }) !== null

test('all that match with corrections are changed with those on screen', async () => {
  corrections = ['coles', 'cole']
  const { user } = open('/receipts?q=colse')
  await user.click(await screen.findByRole('button', { name: 'Select all 3' }))
  expect(screen.getByText('Showing results for coles, cole. 3 receipts selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'More actions for 3 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete anyway' }))
  const filter = { q: 'colse', corrections: 'coles,cole' }
  await waitFor(() => expect(changed).toHaveBeenCalledExactlyOnceWith({ filter, action: { type: 'delete' } }))
  expect(selected).toHaveBeenCalledExactlyOnceWith(filter)
})

test('all that match have to be selected again after a change without a response', async () => {
  failure = unreadable(502)
  const { user } = open('/receipts?q=trip')
  await selectAllAndRead(user)
  expect(await screen.findByText(/don’t know whether these receipts changed/)).toBeTruthy()
  expect(await screen.findByText(/from 3 receipts/)).toBeTruthy()
  expect(isSelecting()).toBe(false)
})

test('after a refused change, all that match stay selected', async () => {
  failure = refuse(receiptRefusals.inTrash)
  const { user } = open('/receipts?q=trip')
  await selectAllAndRead(user)
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  expect(screen.getByText('3 receipts selected')).toBeTruthy()
})

test('a refused change says so even after its screen was left', async () => {
  const { promise, resolve: refuseNow } = Promise.withResolvers<ReturnType<typeof refuse>>()
  failure = promise
  const { user, router } = open()
  await user.click(await box('Ampol'))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await user.selectOptions(await screen.findByLabelText('Category'), travel._id)
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Move' }))
  await act(() => router.navigate('/elsewhere'))
  refuseNow(refuse(receiptRefusals.inTrash))
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
})

test('receipts with similar words aren’t selected when they’re listed in place of those that were', async () => {
  failure = refuse(receiptRefusals.inTrash)
  const { user } = open('/receipts?q=coles')
  await box('Coles')
  found = [ampol, bunnings]
  corrections = ['cole']
  await selectAllAndRead(user)
  expect(await screen.findByRole('button', { name: 'Select all 2' })).toBeTruthy()
  expect(isSelecting()).toBe(false)
})

test.each([
  ['stops it', 2, 'Reading stopped.'],
  ['says when it’s too late', 0, 'These receipts have already been read.'],
])('Undo of Read again %s', async (_, stopped, sentence) => {
  restored = stopped
  const { user } = open()
  await user.click(await box('Ampol'))
  await user.click(await box('Bunnings'))
  await user.click(screen.getByRole('button', { name: 'More actions for 2 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Read again' }))
  expect(await screen.findByText('Reading 2 receipts again.')).toBeTruthy()
  const ids = [ampol._id, bunnings._id]
  expect(changed).toHaveBeenCalledExactlyOnceWith({ ids, action: { type: 'read' } })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(undone).toHaveBeenCalledExactlyOnceWith(undo)
})

test.each([
  [0, ['Ampol'], 'This receipt has changed since then, so we left it alone.'],
  [2, ['Ampol', 'Bunnings', 'Coles'], '2 receipts restored. 1 has changed since then, so we left it alone.'],
])('Undo that restores %i of %j says what has changed since', async (count, names, sentence) => {
  restored = count
  const { user } = open()
  for (const name of names) await user.click(await box(name))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  await user.selectOptions(await screen.findByLabelText('Category'), travel._id)
  await user.click(screen.getAllByRole('button', { name: 'Move' }).at(-1)!)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})
