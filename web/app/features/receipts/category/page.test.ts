import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { yearOf, yearsFake } from '#features/years/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { signInAs } from '#testing/render.tsx'
import { categoryFakes, findRow, openCategory, stubWidth } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'

let stored: Receipt[]
const requested = vi.fn<(query: object) => void>()

const defaultFakes = categoryFakes(() => stored, requested)

beforeEach(() => {
  signInAs('User')
  stored = [receiptOf()]
})

const networkError = () => Promise.reject(new TypeError('Failed to fetch'))
const menu = async (user: ReturnType<typeof openCategory>['user'], item: string) => {
  await findRow()
  await user.click(screen.getByRole('button', { name: 'More actions for Trip to client' }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

test('a receipt without details shows its description, the day it was captured, its type and size', async () => {
  // It waited in To file for a week.
  stored = [receiptOf({ createdAt: '2026-03-10T02:00:00.000Z' })]
  stubWidth(48)
  serveFakes(...defaultFakes)
  openCategory()
  const row = (await findRow()).closest('tr')!
  expect(row.textContent).toContain('Added 3 Mar')
  expect(row.textContent).toContain('DOCX · 1.00 MB')
  expect(screen.getByRole('heading', { level: 1, name: fuel.name })).toBeTruthy()
})

test('a receipt shows its supplier and amount first', async () => {
  const { facts } = receiptOf()
  stored = [
    receiptOf({ facts: { ...facts, supplier: 'Shell', totalCents: 5685, documentDate: '2026-03-01' } }),
  ]
  serveFakes(...defaultFakes)
  openCategory()
  const row = await screen.findByRole('button', { name: /^Shell \$56\.85 Trip to client 1 Mar 2026/ })
  expect(row.textContent).not.toContain('Shell.docx')
  expect(screen.getByRole('button', { name: 'More actions for Shell $56.85' })).toBeTruthy()
})

test('moving needs another category and removes the receipt from the list', async () => {
  serveFakes(
    ...defaultFakes,
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

test('moving a receipt deleted in another tab says so', async () => {
  serveFakes(
    ...defaultFakes,
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
  ['fails on the server', () => refuse(commonRefusals.unexpected), 'Failed to move the file.'],
  ['gets no response', networkError, 'Error moving file.'],
])('a move that %s says so in the dialog', async (_, answer, sentence) => {
  serveFakes(...defaultFakes, fake(receiptEndpoints.move, answer))
  const { user } = openCategory()
  await menu(user, 'Move')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await dialog.findByText(sentence)).toBeTruthy()
})

test('a move that was made although it got no response succeeds when it’s tried again', async () => {
  serveFakes(
    ...defaultFakes,
    fake(receiptEndpoints.move, ({ body }) => {
      if (stored[0]!.category === body.category) return refuse(receiptRefusals.sameCategory)
      stored = [{ ...stored[0]!, category: body.category }]
      throw new TypeError('Failed to fetch')
    }),
  )
  const { user } = openCategory()
  await menu(user, 'Move')
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /Travel/ }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('File moved successfully!')).toBeTruthy()
})

test('categories that fail to load say so', async () => {
  serveFakes(
    fake(categoryEndpoints.list, () => refuse(receiptRefusals.unknownCategory)),
    ...defaultFakes.slice(1),
  )
  openCategory()
  expect(await screen.findByText('Failed to load category details.')).toBeTruthy()
})

test('a deletion asks for confirmation and can be undone, even after a network error', async () => {
  const receipt = stored[0]!
  let isOffline = true
  serveFakes(
    ...defaultFakes,
    fake(receiptEndpoints.remove, () => {
      stored = []
      return { ...receipt, deletedAt: '2026-11-20T00:00:00.000Z' }
    }),
    fake(receiptEndpoints.restore, () => {
      if (isOffline) return networkError()
      stored = [receipt]
      return receipt
    }),
  )
  const { user } = openCategory()
  await menu(user, 'Delete')
  const question = within(
    await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete Trip to client?' }),
  )
  await user.click(question.getByRole('button', { name: 'Delete' }))
  const again = within(await screen.findByRole('alertdialog', { name: 'Delete it before 17 May 2032?' }))
  expect(again.getByText(/2025–26 tax return.* the law requires you to keep its receipts until/)).toBeTruthy()
  expect(document.activeElement).toBe(again.getByRole('button', { name: 'Cancel' }))
  await user.click(again.getByRole('button', { name: 'Delete anyway' }))
  expect(await screen.findByText('File deleted successfully!')).toBeTruthy()
  expect(await screen.findByText('No files found for this category.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Network error. Please check your connection.')).toBeTruthy()
  isOffline = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await findRow()).toBeTruthy()
  expect(await screen.findByText('Receipt restored.')).toBeTruthy()
})

const lodgedYear = yearOf({
  lodgement: { lodgedOn: '2026-10-01', via: 'agent', amendedOn: null },
  retention: { keepUntil: '2032-05-17', isProvisional: false, isDecisionDue: false },
})

test('a receipt the law no longer requires is deleted after one question', async () => {
  vi.setSystemTime('2032-05-18T02:00:00.000Z')
  signInAs('User')
  const removed = vi.fn<() => void>()
  serveFakes(
    yearsFake([lodgedYear]),
    ...defaultFakes,
    fake(receiptEndpoints.remove, () => {
      removed()
      return stored[0]!
    }),
  )
  const { user } = openCategory()
  await menu(user, 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(removed).toHaveBeenCalled())
})

test('deleting that fails can be tried again from the message', async () => {
  vi.setSystemTime('2032-05-18T02:00:00.000Z')
  signInAs('User')
  let isDown = true
  serveFakes(
    yearsFake([lodgedYear]),
    ...defaultFakes,
    fake(receiptEndpoints.remove, () => (isDown ? refuse(commonRefusals.unexpected) : stored[0]!)),
  )
  const { user } = openCategory()
  await menu(user, 'Delete')
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(receiptTexts.notDeleted)).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(receiptTexts.deleted)).toBeTruthy()
})

test('a search without results can be cleared', async () => {
  serveFakes(...defaultFakes)
  const { user } = openCategory(`/categories/${fuel._id}?q=nothing`)
  expect(await screen.findByText('No matching receipts.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  expect(await findRow()).toBeTruthy()
})

test('receipts that fail to load say so and can be retried', async () => {
  serveFakes(
    defaultFakes[0]!,
    defaultFakes[1]!,
    fake(receiptEndpoints.search, () => refuse(commonRefusals.unexpected)),
  )
  openCategory()
  expect(await screen.findByText(`Error fetching uploads: ${commonRefusals.unexpected.message}`)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
