import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeLateRefusal, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { detailsOf, receiptOf } from '../testing/receipts.ts'
import { ReceiptDialog } from '../receipt/dialog.tsx'

const sent = vi.fn<(body: object) => void>()
const answered = vi.fn<(body: object) => void>()
let receipt: Receipt
const fakes = [
  fake(receiptEndpoints.details, () => detailsOf(receipt)),
  fake(receiptEndpoints.readingStatus, () => ({ isOn: false, waiting: 0 })),
  fake(receiptEndpoints.taxProfile, () => ({ work: null, isGstRegistered: null, answers: [] })),
  fake(receiptEndpoints.updateTaxProfile, ({ body }) => {
    answered(body)
    return { work: 'both' as const, isGstRegistered: null, answers: [] }
  }),
  fake(receiptEndpoints.editLabel, ({ body }) => {
    sent(body)
    receipt = {
      ...receipt,
      label: { ...receipt.label, ...('confirmed' in body && { confirmed: body.confirmed! }) },
    }
    return receipt
  }),
]
const vehicle = { id: 'vehicle' as const, answer: null }

beforeEach(() => {
  receipt = receiptOf({ label: { suggested: 'D1', confirmed: null, questions: [vehicle] } })
  sent.mockClear()
  signInAs('User')
  serveFakes(...fakes)
})
const open = () =>
  renderScreen(
    <ReceiptDialog
      id={receipt._id}
      isEditing={false}
      onClose={() => undefined}
      onRequestClose={() => undefined}
      onDirtyChange={() => undefined}
    />,
  )

test('each missing detail leads to its field in one tap, from any tab', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('tab', { name: 'Versions' }))
  await user.click(screen.getByRole('button', { name: 'Add supplier' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Supplier\b(?! ABN)/))
  await user.click(screen.getByRole('button', { name: 'Add date' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Date on the receipt/))
})

test('a tax invoice’s buyer is asked for where it’s missing', async () => {
  receipt = receiptOf({ missing: ['buyer'] })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Add buyer’s name or ABN' }))
  expect(document.activeElement).toBe(screen.getByLabelText(/^Buyer on the invoice/))
})

test('complete evidence is stamped', async () => {
  receipt = receiptOf({ missing: [] })
  open()
  expect(await screen.findByText('Evidence complete', { selector: 'span' })).toBeTruthy()
})

test('a suggested label is confirmed in one press, and answers are sent', async () => {
  const { user } = open()
  await user.selectOptions(
    await screen.findByLabelText('What kind of vehicle is it?'),
    'A motorcycle, a ute or van that carries a tonne or more, or a minibus',
  )
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ answers: { vehicle: 'other' } }))
  const confirm = await screen.findByRole('button', { name: 'Confirm D1' })
  confirm.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ confirmed: 'D1' }))
  expect(await screen.findByText('You chose this label.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Label'))
  await user.selectOptions(screen.getByLabelText('Label'), 'Suggested: D1 Work-related car')
  await waitFor(() => expect(sent).toHaveBeenLastCalledWith({ confirmed: null }))
})

test('a label that’s being saved is shown, and keeps the focus', async () => {
  const { late, refuseNow } = fakeLateRefusal(receiptEndpoints.editLabel, receiptRefusals.inTrash)
  serveFakes(late, ...fakes)
  const { user } = open()
  const label = await screen.findByLabelText<HTMLSelectElement>('Label')
  await user.selectOptions(label, 'D5 Other work-related')
  expect(label.selectedOptions[0]!.textContent).toBe('D5 Other work-related')
  expect(label.disabled).toBe(false)
  refuseNow()
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
  await waitFor(() => expect(label.selectedOptions[0]!.textContent).toBe('Suggested: D1 Work-related car'))
})

test('owners are asked once how they earn', async () => {
  const { user } = open()
  await user.selectOptions(await screen.findByLabelText('How do you earn your income?'), 'Both')
  await waitFor(() => expect(answered).toHaveBeenCalledWith({ work: 'both' }))
})

test('an answer that isn’t saved says so, even if the receipt was closed meanwhile', async () => {
  const { late, refuseNow } = fakeLateRefusal(receiptEndpoints.editLabel, receiptRefusals.inTrash)
  serveFakes(late, ...fakes)
  const { user, router } = open()
  await user.selectOptions(await screen.findByLabelText('Label'), 'D1 Work-related car')
  await router.navigate('/dashboard')
  await screen.findByLabelText('Elsewhere')
  refuseNow()
  expect(await screen.findByText(receiptRefusals.inTrash.message)).toBeTruthy()
})
