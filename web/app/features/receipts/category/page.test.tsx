import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.tsx'
import { answersAbout, beginInCategory, findRow, openCategory } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'

let stored: Receipt[]
const asked = vi.fn<(query: object) => void>()

const standing = answersAbout(() => stored, asked)

beforeEach(() => {
  beginInCategory()
  stored = [receiptOf()]
})

const networkError = () => Promise.reject(new TypeError('Failed to fetch'))
const menu = async (user: ReturnType<typeof openCategory>['user'], item: string) => {
  await findRow()
  await user.click(screen.getByRole('button', { name: 'More for Shell.docx' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('a receipt shows its title, description, day, type and size', async () => {
  serveFakes(...standing)
  openCategory()
  expect((await findRow()).textContent).toContain('03 Mar, 2026')
  expect((await findRow()).textContent).toContain('docx · 1.00 MB')
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
  const { user } = openCategory()
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
  const { user } = openCategory()
  await menu(user, 'Move')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText(receiptRefusals.notFound.message)).toBeTruthy()
})

test.each([
  ['is refused by a server in trouble', () => refuse(commonRefusals.unexpected), 'Failed to move the file.'],
  ['gets no answer', networkError, 'Error moving file.'],
])('a move that %s says so where it was asked for', async (_, answer, sentence) => {
  serveFakes(...standing, fake(receiptEndpoints.move, answer))
  const { user } = openCategory()
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
  const { user } = openCategory()
  await findRow()
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
      if (isBroken) return networkError()
      stored = [kept]
      return kept
    }),
  )
  const { user } = openCategory()
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
  expect(await findRow()).toBeTruthy()
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
  const { user } = openCategory(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
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
  const { user } = openCategory(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
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
  const { user } = openCategory(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
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
  const { user } = openCategory(`/categories/${fuel._id}?q=nothing`)
  expect(await screen.findByText('Nothing matches.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await findRow()).toBeTruthy()
})

test('a category that cannot be loaded says so and offers another try', async () => {
  serveFakes(
    standing[0]!,
    standing[1]!,
    fake(receiptEndpoints.list, () => refuse(receiptRefusals.unknownCategory)),
  )
  openCategory()
  expect(await screen.findByText('Failed to load category details.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
