import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, signInAs } from '#testing/render.tsx'
import { categoryFakes, findRow, openCategory } from '../testing/category.tsx'
import { fuel, receiptOf } from '../testing/receipts.ts'

let stored: Receipt[]
const defaultFakes = categoryFakes(() => stored)

beforeEach(() => {
  signInAs('User')
  stored = [receiptOf()]
})

/** Opens the link to the stored receipt. */
function openReceipt(...fakes: Parameters<typeof serveFakes>) {
  serveFakes(...defaultFakes, ...fakes)
  return openCategory(`/categories/${fuel._id}?receipt=${stored[0]!._id}`)
}

/** Opens its dialog and returns what sees the changes it saves. */
async function openDetails() {
  const sent = vi.fn<(body: object) => void>()
  const { user } = openReceipt(
    fake(receiptEndpoints.editFacts, ({ body }) => {
      const { known: _, ...facts } = body
      sent(facts)
      return stored[0]!
    }),
  )
  return { user, sent, dialog: within(await screen.findByRole('dialog')) }
}

test('Edit in the menu starts editing the title', async () => {
  serveFakes(...defaultFakes)
  const { user } = openCategory()
  await findRow()
  await user.click(screen.getByRole('button', { name: 'More actions for Trip to client' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const title = await screen.findByLabelText<HTMLInputElement>('Title')
  expect(title.readOnly).toBe(false)
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('a link opens a receipt, whose title can be changed after Edit', async () => {
  const sent = vi.fn<(body: object) => void>()
  const { user } = openReceipt(
    fake(receiptEndpoints.editFile, ({ body }) => {
      sent(body)
      const [receipt] = stored as [Receipt]
      stored = [{ ...receipt, file: [{ ...receipt.file[0]!, title: body.title! }] }]
      return stored[0]!
    }),
  )
  const dialog = within(await screen.findByRole('dialog', { name: 'Trip to client' }))
  expect(dialog.getByText('Preview not available for DOCX files')).toBeTruthy()
  await user.click(dialog.getByRole('tab', { name: 'File' }))
  const title = dialog.getByLabelText<HTMLInputElement>('Title')
  expect(title.readOnly).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Edit' }))
  const field = dialog.getByLabelText<HTMLInputElement>('Title')
  await user.clear(field)
  await user.type(field, 'Shell March')
  await user.click(dialog.getByRole('button', { name: 'Save title' }))
  expect(await screen.findByText('File updated successfully!')).toBeTruthy()
  await waitFor(() => expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Shell March'))
  const { type, size } = receiptOf().file[0]!
  expect(sent).toHaveBeenCalledExactlyOnceWith({ title: 'Shell March', type, size })
})

test('a title typed when the session ends is still there after logging in again', async () => {
  const openTitle = async ({ user }: ReturnType<typeof openReceipt>) => {
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(await dialog.findByRole('tab', { name: 'File' }))
    await user.click(dialog.getByRole('button', { name: 'Edit' }))
    return dialog.getByLabelText<HTMLInputElement>('Title')
  }
  const page = openReceipt()
  const field = await openTitle(page)
  expect(document.activeElement).toBe(field)
  await page.user.type(field, ' for March')
  const typed = field.value
  logInAgain(page.unmount)
  expect((await openTitle(openReceipt())).value).toBe(typed)
})

test('switching to another file asks before discarding a typed title', async () => {
  const [first] = stored[0]!.file
  stored = [
    receiptOf({
      file: [first!, { ...first!, _id: '01937000-0000-7000-8000-0000000000f2', title: 'Page 2' }],
    }),
  ]
  const { user } = openReceipt()
  const dialog = within(await screen.findByRole('dialog', { name: 'Trip to client' }))
  await user.click(dialog.getByRole('tab', { name: 'File' }))
  await user.click(dialog.getByRole('button', { name: 'Edit' }))
  await user.type(dialog.getByLabelText('Title'), ' of March')
  const fileSelect = () => dialog.getByRole<HTMLSelectElement>('combobox', { name: 'File' })
  const typed = dialog.getByLabelText<HTMLInputElement>('Title').value

  await user.selectOptions(fileSelect(), '2 of 2: Page 2')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe(typed)
  expect(fileSelect().value).toBe('0')

  await user.selectOptions(fileSelect(), '2 of 2: Page 2')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Page 2')
})

test('a link to a deleted receipt says so and restores it', async () => {
  stored = [receiptOf({ deletedAt: '2026-11-20T00:00:00.000Z' })]
  const { user } = openReceipt(
    fake(receiptEndpoints.restore, () => {
      stored = [receiptOf()]
      return stored[0]!
    }),
  )
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(dialog.queryByText(receiptRefusals.inTrash.message)).toBeNull())
})

test('saving details sends what changed, and an empty field clears its fact', async () => {
  stored = [receiptOf({ facts: { ...receiptOf().facts, supplier: 'Shell', note: 'old' } })]
  const { user, sent, dialog } = await openDetails()
  await user.type(await dialog.findByLabelText('Total (optional)'), '62.40')
  await user.type(dialog.getByLabelText('Work use (%) (optional)'), '80')
  await user.selectOptions(dialog.getByLabelText('Did someone pay you back? (optional)'), 'Yes')
  expect(dialog.getByText(/^You can’t claim an expense someone paid you back for/)).toBeTruthy()
  await user.clear(dialog.getByLabelText('Note (optional)'))
  await user.click(dialog.getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(sent).toHaveBeenCalled())
  const changes = { totalCents: 6240, workUsePercent: 80, isReimbursed: true, note: null }
  expect(sent.mock.calls[0]![0]).toEqual(changes)
})

test('what’s typed while details are saved stays, and isn’t saved yet', async () => {
  const { promise, resolve } = Promise.withResolvers<Receipt>()
  const { user } = openReceipt(fake(receiptEndpoints.editFacts, () => promise))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(await dialog.findByLabelText('Supplier (optional)'), 'Shell')
  await user.click(dialog.getByRole('button', { name: 'Save details' }))
  await user.type(dialog.getByLabelText('Note (optional)'), 'For the van')
  stored = [receiptOf({ facts: { ...receiptOf().facts, supplier: 'Shell' } })]
  resolve(stored[0]!)
  await screen.findByText('File updated successfully!')
  expect(dialog.getByLabelText<HTMLTextAreaElement>('Note (optional)').value).toBe('For the van')
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('Discard your changes?')).toBeTruthy()
})

test('an amount in another currency is kept beside the one in Australian dollars', async () => {
  stored = [receiptOf({ facts: { ...receiptOf().facts, totalCents: 4000 } })]
  const { user, sent, dialog } = await openDetails()
  const currency = await dialog.findByLabelText('Currency (optional)')
  expect(dialog.queryByLabelText(/^Total in Australian dollars/)).toBeNull()
  await user.clear(currency)
  await user.type(currency, 'usd')
  await user.type(await dialog.findByLabelText(/^Total in Australian dollars/), '61.20')
  await user.click(dialog.getByRole('button', { name: 'Save details' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ currency: 'USD', audCents: 6120 }))
})
