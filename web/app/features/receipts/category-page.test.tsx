import { categoryEndpoints } from '@docketbox/contract/categories'
import { receiptEndpoints } from '@docketbox/contract/receipts'
import { receiptRefusals } from '@docketbox/contract/receipt-texts'
import { commonRefusals } from '@docketbox/contract/refusals'
import type { Receipt } from '@docketbox/contract/receipt'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api'
import { renderScreen, signInAs } from '#testing/render'
import CategoryPage from './category-page.tsx'
import { detailsOf, fuel, receiptOf, travel } from './receipts-in-tests.ts'

let stored: Receipt[]
const asked = vi.fn<(query: object) => void>()

const standing = [
  fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
  fake(receiptEndpoints.summary, () => ({ totals: [], receipts: 1, trashed: 0, recent: [] })),
  fake(receiptEndpoints.list, ({ query }) => {
    asked(query)
    const docs = stored.filter(
      ({ category, description }) => category === query.category && description.includes(query.q ?? ''),
    )
    return { docs, totalPages: 1, page: 1, totalDocs: docs.length }
  }),
  fake(receiptEndpoints.details, () => detailsOf(stored[0]!)),
]

beforeEach(() => {
  signInAs('User')
  stored = [receiptOf()]
  // jsdom lays nothing out: give the list a window to be seen in.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(92)
})

const open = (at = `/categories/${fuel._id}`) =>
  renderScreen(<CategoryPage />, { path: '/categories/:categoryId', at })
const noAnswer = () => Promise.reject(new TypeError('Failed to fetch'))
const row = () => screen.findByRole('button', { name: /^Shell\.docx Trip to client/ })
const menu = async (user: ReturnType<typeof open>['user'], item: string) => {
  await row()
  await user.click(screen.getByRole('button', { name: 'More for Shell.docx' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('a receipt shows its title, description, day, type and size', async () => {
  serveFakes(...standing)
  open()
  expect((await row()).textContent).toContain('03 Mar, 2026')
  expect((await row()).textContent).toContain('docx · 1.00 MB')
  expect(screen.getByRole('heading', { level: 1, name: fuel.name })).toBeTruthy()
})

test('moving needs a category, another one, and takes the receipt off the list', async () => {
  serveFakes(
    ...standing,
    fake(receiptEndpoints.move, ({ body }) => {
      const moved = { ...stored[0]!, category: body.category }
      stored = [moved]
      return moved
    }),
  )
  const { user } = open()
  await menu(user, 'Move')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(dialog.getByText('Please select a category.')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /Fuel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(dialog.getByText('File is already in the selected category.')).toBeTruthy()
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('File moved successfully!')).toBeTruthy()
  expect(await screen.findByText('No files found for this category.')).toBeTruthy()
})

test('a receipt that a second tab deleted says so, and stays until the list is asked again', async () => {
  serveFakes(
    ...standing,
    fake(receiptEndpoints.move, () => refuse(receiptRefusals.notFound)),
  )
  const { user } = open()
  await menu(user, 'Move')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText(receiptRefusals.notFound.message)).toBeTruthy()
})

test.each([
  ['is refused by a server in trouble', () => refuse(commonRefusals.unexpected), 'Failed to move the file.'],
  ['gets no answer', noAnswer, 'Error moving file.'],
])('a move that %s says so where it was asked for', async (_, answer, sentence) => {
  serveFakes(...standing, fake(receiptEndpoints.move, answer))
  const { user } = open()
  await menu(user, 'Move')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText(sentence)).toBeTruthy()
})

test.each([
  ['Failed to download all files.', commonRefusals.unexpected],
  ['User not identified. Please log in again.', commonRefusals.signInRequired],
])('downloading everything may fail: %s', async (sentence, refusal) => {
  serveFakes(
    ...standing,
    fake(receiptEndpoints.downloadAll, () => refuse(refusal)),
  )
  const { user } = open()
  await row()
  await user.click(screen.getByRole('button', { name: 'Download all' }))
  expect(await screen.findByText(sentence)).toBeTruthy()
})

test('deleting asks first, and can be undone, also when the line breaks first', async () => {
  const kept = stored[0]!
  let isBroken = true
  serveFakes(
    ...standing,
    fake(receiptEndpoints.remove, () => {
      stored = []
      return { ...kept, deletedAt: '2026-11-20T00:00:00.000Z' }
    }),
    fake(receiptEndpoints.restore, () => {
      if (isBroken) return noAnswer()
      stored = [kept]
      return kept
    }),
  )
  const { user } = open()
  await menu(user, 'Delete')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete Shell.docx?' }),
  )
  await user.click(question.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('File deleted successfully!')).toBeTruthy()
  expect(await screen.findByText('No files found for this category.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row()).toBeTruthy()
  expect(await screen.findByText('Receipt restored.')).toBeTruthy()
})

test('a link opens one receipt; its title is changed only after Edit', async () => {
  serveFakes(
    ...standing,
    fake(receiptEndpoints.editFile, ({ body }) => {
      const [receipt] = stored as [Receipt]
      stored = [{ ...receipt, file: [{ ...receipt.file[0]!, title: body.title! }] }]
      return stored[0]!
    }),
  )
  const { user } = open(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Shell.docx' }))
  expect(dialog.getByText('Preview not available for DOCX files')).toBeTruthy()
  await user.click(dialog.getByRole('tab', { name: 'File' }))
  const title = dialog.getByLabelText<HTMLInputElement>('Title')
  expect(title.readOnly).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Edit' }))
  await user.clear(title)
  await user.type(title, 'Shell March')
  await user.click(dialog.getByRole('button', { name: 'Save title' }))
  expect(await screen.findByText('File updated successfully!')).toBeTruthy()
  expect(await screen.findByRole('dialog', { name: 'Shell March' })).toBeTruthy()
})

test('the link of a receipt that was deleted meanwhile says so, and brings it back', async () => {
  stored = [receiptOf({ deletedAt: '2026-11-20T00:00:00.000Z' })]
  serveFakes(
    ...standing,
    fake(receiptEndpoints.restore, () => {
      stored = [receiptOf()]
      return stored[0]!
    }),
  )
  const { user } = open(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(dialog.queryByText(receiptRefusals.inTrash.message)).toBeNull())
})

test('details are saved together; an empty field clears its fact', async () => {
  const sent = vi.fn<(body: object) => void>()
  stored = [receiptOf({ facts: { ...receiptOf().facts, supplier: 'Shell', note: 'old' } })]
  serveFakes(
    ...standing,
    fake(receiptEndpoints.editFacts, ({ body }) => {
      sent(body)
      return stored[0]!
    }),
  )
  const { user } = open(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Total (optional)'), '62.40')
  await user.type(dialog.getByLabelText('Work use, percent (optional)'), '80')
  await user.clear(dialog.getByLabelText('Note (optional)'))
  await user.click(dialog.getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  expect(sent.mock.calls[0]![0]).toMatchObject({
    description: 'Trip to client',
    supplier: 'Shell',
    totalCents: 6240,
    gstCents: null,
    workUsePercent: 80,
    note: null,
  })
})

test('a search that finds nothing offers to show everything again', async () => {
  serveFakes(...standing)
  const { user } = open(`/categories/${fuel._id}?q=nothing`)
  expect(await screen.findByText('Nothing matches.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await row()).toBeTruthy()
})

test('a category that cannot be loaded says so and offers another try', async () => {
  serveFakes(
    standing[0]!,
    standing[1]!,
    fake(receiptEndpoints.list, () => refuse(receiptRefusals.unknownCategory)),
  )
  open()
  expect(await screen.findByText('Failed to load category details.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('Back leads to the categories, wherever one came from', async () => {
  serveFakes(...standing)
  const { router } = open('/somewhere')
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await row()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.getByLabelText('Elsewhere').textContent).toBe('/categories'))
})

test('Back closes a receipt that is open, and leads to the categories after that', async () => {
  serveFakes(...standing)
  const { user, router } = open('/dashboard')
  await act(() => router.navigate('/categories'))
  await act(() => router.navigate(`/categories/${fuel._id}`))
  await user.click(await row())
  await screen.findByRole('dialog')
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await row()).toBeTruthy()
  await act(() => router.navigate(-1))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/categories')
})

test('Back on the screen that follows leads here again, however early it is pressed', async () => {
  serveFakes(...standing)
  const { router } = open()
  await row()
  await act(async () => {
    await router.navigate('/success')
    await router.navigate(-1)
  })
  expect(router.state.location.pathname).toBe(`/categories/${fuel._id}`)
})
