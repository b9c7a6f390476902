import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { categoryFakes } from '../testing/category.tsx'
import { detailsOf, receiptOf, travel } from '../testing/receipts.ts'
import ReceiptsPage from './page.tsx'

const { facts } = receiptOf()
const receipts = ['Ampol', 'Bunnings', 'Coles'].map((supplier, index) =>
  receiptOf({
    _id: `01a1f98c-b7c0-73be-90be-d80dc65f000${index}`,
    facts: { ...facts, supplier, totalCents: 1000 * (index + 1), documentDate: '2026-03-01' },
  }),
)
const [ampol, bunnings, coles] = receipts as [Receipt, Receipt, Receipt]
const searched = vi.fn<(query: object) => void>()
const changed = vi.fn<(body: object) => void>()
const undone = vi.fn<(changeId: string) => void>()
let found: Receipt[]
let corrections: string[]
let views: { _id: string; name: string; filter: object; sort: ReceiptSort }[]

beforeEach(() => {
  signInAs('User')
  found = receipts
  corrections = []
  views = []
  for (const mock of [searched, changed, undone]) mock.mockReset()
  serveFakes(
    fake(receiptEndpoints.details, ({ params }) =>
      detailsOf(receipts.find(({ _id }) => _id === params.uploadId)!),
    ),
    ...categoryFakes(() => receipts),
    fake(receiptEndpoints.search, ({ query }) => {
      searched(query)
      const totalDocs = found.length
      return {
        docs: found,
        page: 1,
        totalPages: 1,
        totalDocs,
        isCountCapped: false,
        totalCents: 6000,
        withAmount: totalDocs,
        claimableCents: null,
        corrections,
      }
    }),
    fake(receiptEndpoints.views, () => ({ docs: views, page: 1, totalPages: 1, totalDocs: views.length })),
    fake(receiptEndpoints.saveView, ({ params, body }) => {
      views = [...views.filter(({ _id }) => _id !== params.viewId), { _id: params.viewId, ...body }]
      return { _id: params.viewId }
    }),
    fake(receiptEndpoints.removeView, ({ params }) => {
      views = views.filter(({ _id }) => _id !== params.viewId)
      return { _id: params.viewId }
    }),
    fake(receiptEndpoints.bulk, ({ body }) => {
      changed(body)
      return { changed: 2, undo: '01a1f98c-b7c0-73be-90be-d80dc65f7777' }
    }),
    fake(receiptEndpoints.undoBulk, ({ params }) => {
      undone(params.changeId)
      return { changed: 2 }
    }),
  )
})

const open = (at = '/receipts') => renderScreen(<ReceiptsPage />, { path: '/receipts', at })
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })
const box = (name: string) =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^Select ${name}`) })

test('lists receipts with what they add up to', async () => {
  open()
  expect((await row('Ampol')).closest('tr')!.textContent).toContain('$10.00')
  expect(screen.getByText('$60.00').parentElement!.textContent).toBe('$60.00 from 3 receipts')
})

test('search, filters and order come from the URL', async () => {
  open('/receipts?q=fuel&missing=amount&minCents=500&sort=amount&page=2')
  await row('Ampol')
  expect(searched).toHaveBeenCalledWith({
    q: 'fuel',
    missing: 'amount',
    minCents: '500',
    sort: 'amount',
    page: '2',
  })
  expect(screen.getByLabelText<HTMLInputElement>('Amount from').value).toBe('5.00')
})

test('typing searches, and sorting by a column twice turns the order around', async () => {
  const { user, router } = open()
  await row('Ampol')
  await user.type(screen.getByRole('searchbox'), 'july 2025{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?q=july+2025'))
  await user.click(screen.getByRole('button', { name: 'Amount' }))
  await waitFor(() => expect(router.state.location.search).toContain('sort=-amount'))
  expect(screen.getByRole('columnheader', { name: 'Amount' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Amount' }))
  await waitFor(() => expect(router.state.location.search).toContain('sort=amount'))
})

test('says which word it searched for instead of a mistyped one', async () => {
  corrections = ['ampol']
  open('/receipts?q=ampl')
  expect(await screen.findByText(/Showing results for ampol/)).toBeTruthy()
})

test('a search without results can be cleared', async () => {
  found = []
  const { user, router } = open('/receipts?q=x&missing=any')
  await user.click(await screen.findByRole('button', { name: 'Show all' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(await screen.findByText('No receipts yet.')).toBeTruthy()
})

test('a receipt opens in a dialog', async () => {
  const { user } = open()
  await user.click(await row('Ampol'))
  expect(await screen.findByRole('dialog', { name: 'Ampol $10.00' })).toBeTruthy()
})

describe('on a wide screen', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', (media: string) => ({
      media,
      matches: media === '(min-width: 75rem)',
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    return () => vi.unstubAllGlobals()
  })
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

  test('what’s typed about a receipt is only left after asking', async () => {
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
})

test('receipts selected with shift are moved at once, and back', async () => {
  const { user } = open()
  await user.click(await box('Ampol'))
  fireEvent.click(await box('Bunnings'), { shiftKey: true })
  expect(screen.getByText('2 receipts selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Move' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Move 2 receipts' }))
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(dialog.getByText('Please select a category.')).toBeTruthy()
  await user.selectOptions(dialog.getByLabelText('Category'), travel._id)
  await user.click(dialog.getByRole('button', { name: 'Move' }))
  expect(await screen.findByText('2 receipts moved.')).toBeTruthy()
  const ids = [ampol._id, bunnings._id]
  expect(changed).toHaveBeenCalledExactlyOnceWith({ ids, action: { type: 'move', category: travel._id } })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('2 receipts restored.')).toBeTruthy()
  expect(undone).toHaveBeenCalledExactlyOnceWith('01a1f98c-b7c0-73be-90be-d80dc65f7777')
  expect((await box('Coles')).checked).toBe(false)
})

test('all that match are deleted after two questions', async () => {
  const { user } = open('/receipts?q=trip')
  await row(coles.facts.supplier!)
  await user.click(screen.getByRole('button', { name: 'Select all 3' }))
  await user.click(screen.getByRole('button', { name: 'More actions for 3 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/The law requires you to keep receipts for five years/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Delete anyway' }))
  await waitFor(() =>
    expect(changed).toHaveBeenCalledExactlyOnceWith({ filter: { q: 'trip' }, action: { type: 'delete' } }),
  )
})

test('a view is saved, chosen, renamed, deleted and restored', async () => {
  const { user, router } = open('/receipts?q=fuel&missing=amount&sort=amount')
  await row('Ampol')
  const choose = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  await choose('Save this view')
  await user.type(screen.getByLabelText('Name'), 'Fuel to complete')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(views).toMatchObject([
    { name: 'Fuel to complete', filter: { q: 'fuel', missing: 'amount' }, sort: 'amount' },
  ])
  await router.navigate('/receipts')
  await choose('Fuel to complete')
  await waitFor(() => expect(router.state.location.search).toBe('?q=fuel&missing=amount&sort=amount'))
  await choose('Rename this view')
  await user.type(screen.getByLabelText('Name'), ' today')
  await user.click(screen.getByRole('button', { name: 'Rename' }))
  await waitFor(() => expect(views).toMatchObject([{ name: 'Fuel to complete today' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  const before = views
  await choose('Delete this view')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('View restored.')).toBeTruthy()
  expect(views).toEqual(before)
})

test('work use must be a percentage', async () => {
  const { user } = open()
  await user.click(await box('Ampol'))
  await user.click(screen.getByRole('button', { name: 'More actions for 1 selected' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Set work use' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set work use of 1 receipt' }))
  await user.type(dialog.getByLabelText('Work use (%)'), '101')
  await user.click(dialog.getByRole('button', { name: 'Set work use' }))
  expect(dialog.getByText('Enter a percentage from 0 to 100.')).toBeTruthy()
  await user.clear(dialog.getByLabelText('Work use (%)'))
  await user.type(dialog.getByLabelText('Work use (%)'), '60')
  await user.click(dialog.getByRole('button', { name: 'Set work use' }))
  const action = { type: 'workUse', workUsePercent: 60 }
  await waitFor(() => expect(changed).toHaveBeenCalledWith({ ids: [ampol._id], action }))
})
