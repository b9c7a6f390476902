import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { categoryFakes, resultsOf, stubWidth } from '../testing/category.tsx'
import { detailsOf, receiptsFrom } from '../testing/receipts.ts'
import ReceiptsPage from './page.tsx'

const receipts = receiptsFrom(['Ampol', 'Bunnings', 'Coles'])
const [ampol, bunnings] = receipts as [Receipt, Receipt]
let found: Receipt[]

beforeEach(() => {
  signInAs('User')
  stubWidth(75)
  found = receipts
  serveFakes(
    fake(receiptEndpoints.details, ({ params }) =>
      detailsOf(receipts.find(({ _id }) => _id === params.uploadId)!),
    ),
    fake(receiptEndpoints.search, () => resultsOf(found)),
    fake(receiptEndpoints.remove, ({ params }) => {
      found = found.filter(({ _id }) => _id !== params.uploadId)
      return ampol
    }),
    fake(receiptEndpoints.views, () => ({ docs: [], page: 1, totalPages: 1, totalDocs: 0 })),
    ...categoryFakes(() => receipts),
  )
})

const open = (at: string) => renderScreen(<ReceiptsPage />, { path: '/receipts', at })
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const panel = () => within(screen.getByRole('complementary', { name: 'Selected receipt' }))

test('the selected receipt is shown beside the list, and follows the arrow keys', async () => {
  const { user, router } = open('/receipts?q=fuel')
  expect(await screen.findByText(/Select a receipt to see it here/)).toBeTruthy()
  await user.click(await row('Ampol'))
  expect(await panel().findByRole('heading', { name: 'Ampol $10.00' })).toBeTruthy()
  await user.keyboard('{ArrowDown}')
  expect(await panel().findByRole('heading', { name: 'Bunnings $20.00' })).toBeTruthy()
  expect(router.state.location.search).toBe(`?q=fuel&receipt=${bunnings._id}`)
  expect((await row('Bunnings')).getAttribute('aria-current')).toBe('true')
  expect(screen.queryByRole('dialog')).toBe(null)
  await user.keyboard('{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Bunnings $20.00' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  expect(await panel().findByRole('heading', { name: 'Bunnings $20.00' })).toBeTruthy()
})

test('the down arrow enters the list, unless it’s pressed in a field', async () => {
  const { user, router } = open('/receipts')
  await row('Ampol')
  await user.click(screen.getByLabelText('Search receipts'))
  await user.keyboard('{ArrowDown}')
  expect(router.state.location.search).toBe('')
  await user.click(document.body)
  await user.keyboard('{ArrowDown}')
  expect(await panel().findByRole('heading', { name: 'Ampol $10.00' })).toBeTruthy()
  await user.keyboard('{ArrowDown}{Enter}')
  expect(await screen.findByRole('dialog', { name: 'Bunnings $20.00' })).toBeTruthy()
})

test('the arrow keys continue from a row that was pressed anywhere', async () => {
  const { user } = open('/receipts')
  await user.click(await screen.findByText('$10.00'))
  await user.keyboard('{ArrowDown}')
  expect(await panel().findByRole('heading', { name: 'Bunnings $20.00' })).toBeTruthy()
})

test('a receipt opened while others are selected can be closed, and they stay selected', async () => {
  const { user } = open(`/receipts?receipt=${ampol._id}`)
  await user.click(await screen.findByRole('checkbox', { name: /^Select Bunnings/ }))
  await user.click(await panel().findByRole('button', { name: 'Open in a dialog' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ampol $10.00' }))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(screen.getByText('1 receipt selected')).toBeTruthy()
})

test('a selected receipt that’s deleted beside the list is no longer selected', async () => {
  const { user } = open(`/receipts?receipt=${ampol._id}`)
  for (const name of [/^Select Ampol/, /^Select Bunnings/])
    await user.click(await screen.findByRole('checkbox', { name }))
  expect(screen.getByText('2 receipts selected')).toBeTruthy()
  await user.click(await panel().findByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete anyway' }))
  expect(await screen.findByText('1 receipt selected')).toBeTruthy()
})

test('another search doesn’t keep a receipt beside it that may not match', async () => {
  const { user, router } = open(`/receipts?q=fuel&receipt=${ampol._id}`)
  await row('Ampol')
  expect(await panel().findByRole('heading', { name: 'Ampol $10.00' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Date' }))
  await user.type(screen.getByLabelText('Search receipts'), '{Enter}')
  expect(panel().getByRole('heading', { name: 'Ampol $10.00' })).toBeTruthy()
  found = [bunnings]
  await user.type(screen.getByLabelText('Search receipts'), ' bunnings')
  expect(await screen.findByText(/Select a receipt to see it here/)).toBeTruthy()
  expect(new URLSearchParams(router.state.location.search).get('receipt')).toBeNull()
})

test('unsaved input is only discarded after asking', async () => {
  const { user } = open(`/receipts?receipt=${ampol._id}`)
  await row('Ampol')
  await user.type(await panel().findByLabelText(/Note/), 'For the office')
  await user.click(await row('Coles'))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(panel().getByRole('heading', { name: 'Ampol $10.00' })).toBeTruthy()
  await user.click(await row('Coles'))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await panel().findByRole('heading', { name: 'Coles $30.00' })).toBeTruthy()
})

test('unsaved input stays while a search finds nothing', async () => {
  const { user } = open(`/receipts?receipt=${ampol._id}`)
  await row('Ampol')
  await user.type(await panel().findByLabelText(/Note/), 'For the office')
  found = []
  await user.type(screen.getByLabelText('Search receipts'), 'Zoo')
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Ampol/ })).toBeNull())
  expect(panel().getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe('For the office')
})

test('unsaved input stays when a tablet is turned', async () => {
  const { user } = open(`/receipts?receipt=${ampol._id}`)
  await row('Ampol')
  await user.type(await panel().findByLabelText(/Note/), 'For the')
  stubWidth(60)
  await user.type(panel().getByLabelText(/Note/), ' office')
  expect(panel().getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe('For the office')
  await user.click(await row('Coles'))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  expect(await screen.findByRole('dialog', { name: 'Coles $30.00' })).toBeTruthy()
})
