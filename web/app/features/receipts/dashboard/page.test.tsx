import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import { type PlanState, subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { today } from '#platform/format/dates.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { details, plansList } from '#features/subscriptions/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import DashboardPage from './page.tsx'
import { appendFiles, clearPending, setDescription } from '../pending/store.ts'
import { fuel, receiptOf, travel } from '../testing/receipts.ts'
import { docket, uploadedFile } from '../testing/uploads.ts'

const person = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  firstName: 'Ann',
  lastName: 'Lee',
  phoneNumber: '0412 345 678',
  address: { street: '', city: '', state: 'Victoria', zipCode: '', country: 'Australia' },
  picture: null,
  email: 'ann@example.com',
  username: 'ann',
  role: 'User' as const,
  status: 'active' as const,
  isActive: true,
}

const counts = { receipts: 0, trashed: 0, toFile: 0, toCheck: 0 }
const empty: ReceiptSummary = { ...counts, totals: [], months: [], recent: [] }
beforeEach(() => signInAs('User'))

function open(summary: ReceiptSummary, changes: Partial<PlanState> = {}) {
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
    fake(receiptEndpoints.summary, () => summary),
    fake(subscriptionEndpoints.list, () => plansList()),
    fake(receiptEndpoints.toCheck, () => ({ ids: [receiptOf()._id], total: 1 })),
    fake(authEndpoints.loggedUser, () => ({
      ...person,
      subs_details: {
        planName: 'Trial',
        status: 'active' as const,
        currentPeriodStart: '2026-11-01T00:00:00.000Z',
        currentPeriodEnd: '2026-12-01T00:00:00.000Z',
        hasUseTrial: true,
      },
      subscription: null,
      portal: null,
      unpaidRenewal: null,
      hasEndedUnpaid: false,
      isDisputed: false,
      unlocked: ['scan' as const, 'upload' as const, 'category' as const],
      hasUseTrial: true,
      hasSecondFactor: false,
      daysLeft: 11,
      change: null,
      upcoming: null,
      ...changes,
    })),
  )
  return renderScreen(<DashboardPage />, { path: '/dashboard' })
}

test('a new user is invited to scan a receipt', async () => {
  open(empty)
  expect(await screen.findByText('No receipts yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Scan your first receipt' }).getAttribute('href')).toBe('/capture')
})

test('the greeting says how long the plan lasts', async () => {
  open(empty)
  expect(await screen.findByText(/^G’day, Ann\. Trial until 1 Dec.*, 11 days left\.$/)).toBeTruthy()
})

test('the selected income year is totalled, and recent receipts link to their sheets', async () => {
  const { user, router } = open({
    totals: [
      { category: fuel._id, incomeYear: '2025-26', receipts: 2, totalCents: 10_050, claimableCents: 10_050 },
      { category: travel._id, incomeYear: '2025-26', receipts: 1, totalCents: 2_000, claimableCents: 1_000 },
    ],
    months: [],
    receipts: 3,
    trashed: 0,
    toFile: 0,
    toCheck: 0,
    recent: [receiptOf()],
  })
  await screen.findByText('Trip to client')
  // This year has none.
  expect(screen.getByRole('link', { name: '3 receipts in 2025–26' })).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'Income year' }), '2025-26')
  expect(screen.getByText('3 receipts')).toBeTruthy()
  expect(screen.getByText('$120.50')).toBeTruthy()
  expect(screen.getByText('Your share for work').nextSibling?.textContent).toBe('$110.50')
  expect(screen.getByRole('link', { name: /^Trip to client/ }).getAttribute('href')).toBe(
    `/categories/${fuel._id}?receipt=${receiptOf()._id}`,
  )
  // It’s still chosen when Back returns here.
  await act(() => router.navigate('/elsewhere'))
  await act(() => router.navigate(-1))
  const year = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Income year' })
  expect(year.value).toBe('2025-26')
})

test('the share for work isn’t called claimable, because methods and assets may cover some of it', async () => {
  const total = { category: fuel._id, incomeYear: incomeYearOf(today()), receipts: 1, totalCents: 10_000 }
  open({ ...empty, totals: [{ ...total, claimableCents: 8_000 }], receipts: 1, recent: [receiptOf()] })
  const sentence = /How much you can claim also depends on your records and assets\.$/
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.queryByText(/Claimable/)).toBeNull()
})

test('a dashboard left open shows the new income year once it begins', async () => {
  vi.setSystemTime(new Date(2026, 5, 30, 23, 59))
  const total = { category: fuel._id, receipts: 1, totalCents: 10_050, claimableCents: 10_050 }
  open({ ...empty, totals: [{ ...total, incomeYear: '2025-26' }], receipts: 1, recent: [receiptOf()] })
  await screen.findByText('Trip to client')
  const year = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Income year' })
  expect(year.value).toBe('2025-26')
  vi.setSystemTime(new Date(2026, 6, 1))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(year.value).toBe('2026-27')
})

test('receipts without amounts ask for amounts instead of showing a total of zero', async () => {
  open({
    totals: [
      { category: fuel._id, incomeYear: '2025-26', receipts: 1, totalCents: 0, claimableCents: 0 },
      { category: travel._id, incomeYear: '2025-26', receipts: 2, totalCents: 0, claimableCents: 0 },
    ],
    months: [],
    receipts: 3,
    trashed: 0,
    toFile: 0,
    toCheck: 0,
    recent: [receiptOf()],
  })
  await screen.findByText('Trip to client')
  fireEvent.change(screen.getByRole('combobox', { name: 'Income year' }), { target: { value: '2025-26' } })
  expect(screen.getByText('3 receipts, none with an amount yet.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add amounts' }).getAttribute('href')).toBe(
    '/receipts?incomeYear=2025-26&missing=amount',
  )
  expect(screen.queryByText('$0.00')).toBeNull()
})

test('without a plan the buttons to add a receipt are locked, and the plans are a tap away', async () => {
  open(empty, { unlocked: ['category'] })
  expect(await screen.findByRole('link', { name: /Scan.*locked/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /Upload.*locked/ })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Choose a plan' })
  expect(link.getAttribute('href')).toBe('/subscription')
})

describe('after a renewal that wasn’t paid', () => {
  const unpaid = {
    unlocked: ['category'],
    unpaidRenewal: { planName: 'Pro' },
    subs_details: details('Pro', 'expired'),
    daysLeft: null,
    hasUseTrial: false,
  } satisfies Partial<PlanState>

  test.each<[name: string, changes: Partial<PlanState>]>([
    ['we keep trying to charge', {}],
    ['ended the plan', { unpaidRenewal: null, hasEndedUnpaid: true }],
  ])('one that %s can be paid, with receipts too', async (_, changes) => {
    const openWindow = vi.fn<(address: string, target: string) => null>().mockReturnValue(null)
    vi.stubGlobal('open', openWindow)
    const { user } = open({ ...empty, receipts: 1, recent: [receiptOf()] }, { ...unpaid, ...changes })
    expect(await screen.findByText(/renewal/)).toBeTruthy()
    const button = await screen.findByRole('button', { name: 'Pay now' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await user.click(button)
    await waitFor(() => expect(openWindow).toHaveBeenCalledExactlyOnceWith('https://pay.test/Pro', '_blank'))
  })

  test('a dashboard without receipts offers to pay instead of a trial', async () => {
    open(empty, unpaid)
    expect(await screen.findByText('No receipts yet.')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Pay now' })).toHaveLength(2))
    expect(screen.getByText('Pay for your plan to scan and upload receipts again.')).toBeTruthy()
    expect(screen.queryByText('Start your free trial')).toBeNull()
  })

  test('a plan that isn’t sold any more leads to the others', async () => {
    open(empty, { ...unpaid, unpaidRenewal: { planName: 'Gold' } })
    const links = await screen.findAllByRole('link', { name: 'See the plans' })
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/subscription', '/subscription'])
  })
})

test('an upload started before the plan ended can still be finished', async () => {
  appendFiles('custom-upload', [uploadedFile(docket)])
  setDescription('custom-upload', 'Lunch')
  open(empty, { unlocked: ['category'] })
  const link = await screen.findByRole('link', { name: 'Finish it' })
  expect(link.getAttribute('href')).toBe('/preview')
  clearPending()
})

test('the current income year is shown by month, with the value of the chosen bar', async () => {
  const year = incomeYearOf(today()).slice(0, 4)
  open({
    ...empty,
    totals: [
      {
        category: fuel._id,
        incomeYear: incomeYearOf(today()),
        receipts: 3,
        totalCents: 10_050,
        claimableCents: 10_050,
      },
    ],
    months: [
      { month: `${year}-07`, receipts: 2, totalCents: 10_050 },
      { month: `${year}-08`, receipts: 1, totalCents: 0 },
    ],
    receipts: 3,
  })
  const month = await screen.findByRole('slider', { name: 'Month' })
  const shown = () => month.getAttribute('aria-valuetext')
  expect(shown()).toBe(`August ${year}: 1 receipt, no amounts yet`)
  fireEvent.change(month, { target: { value: '0' } })
  expect(shown()).toBe(`July ${year}: $100.50 from 2 receipts`)
  expect(screen.getByText('$100.50 from 2 receipts', { selector: 'span' })).toBeTruthy()
  expect(within(screen.getByRole('table')).getAllByRole('row')).toHaveLength(12)
})

test.each([
  [12, /^12 to file\s*Choose a category for each$/],
  [1, /^1 to file\s*Choose a category$/],
])('%i uploads to file lead to their screen, even before there’s a receipt', async (toFile, name) => {
  open({ ...empty, toFile })
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/to-file')
})

test('receipts to check lead to the review of the first', async () => {
  open({ ...empty, receipts: 9, toCheck: 9 })
  const href = `/review/${receiptOf()._id}`
  expect((await screen.findByRole('link', { name: /9 to check/ })).getAttribute('href')).toBe(href)
})
