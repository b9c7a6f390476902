import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import type { ReceiptSort } from '@docketbox/contract/receipts/search-endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import { categoryFakes, resultsOf } from '../testing/category.tsx'
import { detailsOf, receiptsFrom } from '../testing/receipts.ts'
import ReceiptsPage from './page.tsx'

const receipts = receiptsFrom(['Ampol', 'Bunnings', 'Coles'])
const [ampol, bunnings] = receipts as [Receipt, Receipt]
/** May return a promise to wait for. */
const searched = vi.fn<(query: object) => unknown>()
let found: Receipt[]
let corrections: string[]
let views: { _id: string; name: string; filter: object; sort: ReceiptSort }[]

beforeEach(() => {
  signInAs('User')
  found = receipts
  corrections = []
  views = []
  searched.mockReset()
  serveFakes(
    fake(receiptEndpoints.details, ({ params }) =>
      detailsOf(receipts.find(({ _id }) => _id === params.uploadId)!),
    ),
    fake(receiptEndpoints.search, async ({ query }) => {
      await searched(query)
      return { ...resultsOf(found), claimableCents: 800, corrections }
    }),
    fake(receiptEndpoints.remove, ({ params }) => {
      found = found.filter(({ _id }) => _id !== params.uploadId)
      return ampol
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
    ...categoryFakes(() => receipts),
  )
})

const open = (at = '/receipts') => renderScreen(<ReceiptsPage />, { path: '/receipts', at })
const row = (name: string) => screen.findByRole('button', { name: new RegExp(`^${name}`) })

test('lists receipts with their totals, and the share for work, which isn’t always claimable', async () => {
  open()
  expect((await row('Ampol')).closest('tr')!.textContent).toContain('$10.00')
  expect(screen.getByText('$60.00').parentElement!.textContent).toBe('$60.00 from 3 receipts, $8.00 for work')
})

test('says how many receipts the total leaves out, such as those in another currency', async () => {
  found = [ampol, { ...bunnings, facts: { ...bunnings.facts, totalCents: null } }]
  open()
  const total = (await screen.findByText('$10.00', { selector: 'p *' })).parentElement!
  expect(total.textContent).toBe('$10.00 from 2 receipts, $8.00 for work (1 without an amount in dollars)')
})

test('a receipt that’s still being read says so, and shows its details once it was', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const unread = {
    ...ampol,
    isReading: true,
    description: 'Ute',
    facts: { ...ampol.facts, supplier: null, totalCents: null },
  }
  found = [{ ...unread, missing: ['supplier', 'amount'] }, bunnings]
  open()
  const shown = await row('Ute')
  expect(shown.textContent).toContain('Reading…')
  expect(screen.getByRole('link', { name: 'Reading…: Ute' })).toBeTruthy()
  found = receipts
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect((await row('Ampol')).textContent).not.toContain('Reading…')
  const requests = searched.mock.calls.length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(searched).toHaveBeenCalledTimes(requests)
})

test('search, filters and order come from the URL', async () => {
  const { user } = open('/receipts?q=fuel&missing=amount&minCents=500&sort=amount&page=2')
  await row('Ampol')
  expect(searched).toHaveBeenCalledWith({
    q: 'fuel',
    missing: 'amount',
    minCents: '500',
    sort: 'amount',
    page: '2',
  })
  await user.click(screen.getByRole('button', { name: 'Filters (2)' }))
  expect(screen.getByLabelText<HTMLInputElement>('Amount from').value).toBe('5.00')
})

test('a link to filtered receipts names its filters, which can be removed one at a time', async () => {
  const { user, router } = open(
    '/receipts?missing=amount&minCents=500&incomeYear=2025-26&changed=sinceLodged',
  )
  await row('Ampol')
  expect(screen.queryByLabelText('Amount from')).toBeNull()
  const filters = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('button')
  expect(filters.map(({ textContent }) => textContent)).toEqual([
    '2025–26',
    'No amount',
    'Changed since you lodged',
    'From $5.00',
  ])
  await user.click(screen.getByRole('button', { name: 'Remove filter: No amount' }))
  await waitFor(() =>
    expect(router.state.location.search).toBe('?minCents=500&incomeYear=2025-26&changed=sinceLodged'),
  )
})

test('malformed filters in the URL are ignored', async () => {
  open('/receipts?minCents=lots&maxCents=-1&missing=everything&type=pdf')
  await row('Ampol')
  expect(searched).toHaveBeenCalledExactlyOnceWith({ type: 'pdf', sort: '-date', page: '1' })
  const filters = within(screen.getByRole('list', { name: 'Active filters' })).getAllByRole('button')
  expect(filters.map(({ textContent }) => textContent)).toEqual(['PDFs'])
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

test('an amount to filter by that isn’t one says so and isn’t applied', async () => {
  const { user, router } = open('/receipts?minCents=500&page=2')
  await row('Ampol')
  await user.click(screen.getByRole('button', { name: 'Filters (1)' }))
  const field = screen.getByLabelText<HTMLInputElement>('Amount from')
  await user.click(field)
  await user.tab()
  expect(router.state.location.search).toBe('?minCents=500&page=2')
  await user.clear(field)
  await user.type(field, 'lots{Enter}')
  expect(await screen.findByText('Enter an amount such as 12.50.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.value).toBe('lots')
  expect(router.state.location.search).toBe('?minCents=500&page=2')
  await user.clear(field)
  await user.type(field, '12{Enter}')
  await waitFor(() => expect(router.state.location.search).toBe('?minCents=1200'))
  expect(document.activeElement).toBe(field)
  expect(field.value).toBe('12.00')
  expect(screen.queryByText('Enter an amount such as 12.50.')).toBeNull()
})

test('what is listed can be opened until a search has results', async () => {
  const { user, router } = open()
  await row('Ampol')
  searched.mockReturnValue(new Promise(() => undefined))
  await user.type(screen.getByRole('searchbox'), 'fuel{Enter}')
  await waitFor(() => expect(screen.getByRole('table').closest('[aria-busy=true]')).toBeTruthy())
  await user.click(await row('Bunnings'))
  expect(router.state.location.search).toBe(`?q=fuel&receipt=${bunnings._id}`)
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

test('a receipt opens in a dialog, which Back closes', async () => {
  const { user, router } = open('/receipts?q=fuel')
  await user.click(await row('Ampol'))
  expect(await screen.findByRole('dialog', { name: 'Ampol $10.00' })).toBeTruthy()
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location).toMatchObject({ pathname: '/receipts', search: '?q=fuel' })
})

test('Review knows the way back to the search', async () => {
  const { user, router } = open('/receipts?q=fuel')
  await user.click(await row('Ampol'))
  await user.click(await screen.findByRole('link', { name: 'Review' }))
  expect(router.state.location.pathname).toBe(`/review/${ampol._id}`)
  expect(router.state.location.state).toEqual({ from: `/receipts?q=fuel&receipt=${ampol._id}` })
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

test('the name of a view typed when the session ends is still there after logging in again', async () => {
  const openDialog = async ({ user }: ReturnType<typeof open>) => {
    await user.click(await screen.findByRole('button', { name: 'Views' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
    return screen.findByLabelText<HTMLInputElement>('Name')
  }
  const page = open('/receipts?q=fuel')
  await page.user.type(await openDialog(page), 'Fuel')
  logInAgain(page.unmount)
  expect((await openDialog(open('/receipts?q=fuel'))).value).toBe('Fuel')
})
