import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import ReceiptsPage from '../search/page.tsx'
import { categoryFakes, resultsOf } from '../testing/category.tsx'
import { receiptsFrom, travel } from '../testing/receipts.ts'

const receipts = receiptsFrom(['Ampol', 'Bunnings', 'Coles'])
const [ampol] = receipts as [Receipt]
const changed = vi.fn<(body: object) => void>()
const sentKeys = vi.fn<(key: string) => void>()
/** What the next change answers instead. */
let failure: Response | ReturnType<typeof refuse> | undefined

beforeEach(() => {
  signInAs('User')
  changed.mockReset()
  sentKeys.mockReset()
  failure = undefined
  serveFakes(
    fake(receiptEndpoints.search, () => resultsOf(receipts)),
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.views, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    fake(receiptEndpoints.bulk, ({ body, headers }) => {
      changed(body)
      sentKeys(headers['Idempotency-Key']!)
      const made = { changed: 2, undo: '01a1f98c-b7c0-73be-90be-d80dc65f7777' }
      return failure ?? (body.action.type === 'date' ? { ...made, inOtherYear: 1 } : made)
    }),
  )
})

const open = () => renderScreen(<ReceiptsPage />, { path: '/receipts' })
const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select ${name}`) })

/** Moves one receipt to another category. */
async function moveAmpol() {
  const { user } = open()
  await user.click(await box('Ampol'))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 1 receipt' }))
  await user.selectOptions(dialog.getByLabelText('Category'), travel._id)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  return { user, dialog }
}

test('a refused value stays in its dialog', async () => {
  failure = refuse(receiptRefusals.inTrash)
  const { dialog } = await moveAmpol()
  expect(await dialog.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  expect(screen.getAllByText(receiptRefusals.inTrash.message)).toHaveLength(1)
  expect(dialog.getByLabelText<HTMLSelectElement>('Category').value).toBe(travel._id)
})

test('receipts that were deleted elsewhere aren’t selected any more', async () => {
  failure = refuse(receiptRefusals.inTrash, { 'ids.1': receiptRefusals.notFound.message })
  const { user } = open()
  await user.click(await box('Ampol'))
  await user.click(await box('Bunnings'))
  await user.click(screen.getByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByLabelText('Category'), travel._id)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  expect(dialog.queryByText(receiptRefusals.notFound.message)).toBeNull()
  failure = undefined
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  const action = { type: 'move', category: travel._id }
  await waitFor(() => expect(changed).toHaveBeenLastCalledWith({ ids: [ampol._id], action }))
})

test('a change of receipts that have all been deleted elsewhere ends and says so', async () => {
  failure = refuse(receiptRefusals.inTrash, { 'ids.0': receiptRefusals.notFound.message })
  await moveAmpol()
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
})

test('a change of selected receipts without a response is the same change when it’s tried again', async () => {
  failure = unreadable(502)
  const { user, dialog } = await moveAmpol()
  await dialog.findByText('Something went wrong. Please try again.')
  failure = undefined
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 receipts moved.')).toBeTruthy()
  const [[first], [second]] = sentKeys.mock.calls as [[string], [string]]
  expect(second).toBe(first)
})

test('work use must be a percentage', async () => {
  const { user } = open()
  await user.click(await box('Ampol'))
  await user.click(screen.getByRole('button', { name: 'More actions for 1 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set work use' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set work use for 1 receipt' }))
  await user.type(dialog.getByLabelText('Work use (%)'), '101')
  await user.click(dialog.getByRole('button', { name: 'Set work use' }))
  expect(await dialog.findByRole('link', { name: 'Enter a percentage from 0 to 100.' })).toBeTruthy()
  await user.clear(dialog.getByLabelText('Work use (%)'))
  await user.type(dialog.getByLabelText('Work use (%)'), '60')
  await user.click(dialog.getByRole('button', { name: 'Set work use' }))
  const action = { type: 'workUse', workUsePercent: 60 }
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ ids: [ampol._id], action }))
})

async function openDate({ user }: ReturnType<typeof open>) {
  await user.click(await box('Ampol'))
  await user.click(screen.getByRole('button', { name: 'More actions for 1 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set date' }))
  return screen.findByLabelText<HTMLInputElement>('Date')
}

test('a new date says which receipts stay in another income year', async () => {
  const page = open()
  await page.user.type(await openDate(page), '2026-03-01')
  await page.user.click(screen.getByRole('button', { name: 'Set date' }))
  const sentence = 'Date set for 2 receipts. 1 stays in another income year because of its date paid.'
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('a date typed for several receipts when the session ends is still there after logging in again', async () => {
  const { unmount, ...page } = open()
  await page.user.type(await openDate({ unmount, ...page }), '2026-03-01')
  logInAgain(unmount)
  expect((await openDate(open())).value).toBe('2026-03-01')
})
