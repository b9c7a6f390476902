import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { ReceiptSummary } from '@docketbox/contract/receipts/schemas'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import DashboardPage from './page.tsx'
import { fuel, receiptOf, travel } from '../testing/receipts.ts'

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

const empty: ReceiptSummary = { totals: [], receipts: 0, trashed: 0, recent: [] }
beforeEach(() => signInAs('User'))

function open(summary: ReceiptSummary) {
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [fuel, travel], totalPages: 1, page: 1, totalDocs: 2 })),
    fake(receiptEndpoints.summary, () => summary),
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
      unlocked: ['scan' as const, 'upload' as const, 'category' as const],
      hasUseTrial: true,
      hasSecondFactor: false,
      daysLeft: 11,
      change: null,
      incoming: null,
      upcoming: null,
    })),
  )
  return renderScreen(<DashboardPage />, { path: '/dashboard' })
}

test('a newcomer is told what to do first', async () => {
  open(empty)
  expect(await screen.findByText('Your tin is empty.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Scan your first receipt' }).getAttribute('href')).toBe('/capture')
})

test('greets by name and says how long the plan lasts', async () => {
  open(empty)
  expect(await screen.findByText('G’day, Ann. Trial plan, 11 days left.')).toBeTruthy()
})

test('adds up the chosen income year, and leads back to each of the last receipts', async () => {
  const { user } = open({
    totals: [
      { category: fuel._id, incomeYear: '2025-26', receipts: 2, totalCents: 10_050 },
      { category: travel._id, incomeYear: '2025-26', receipts: 1, totalCents: 2_000 },
    ],
    receipts: 3,
    trashed: 0,
    recent: [receiptOf()],
  })
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Income year' }), '2025-26')
  expect(screen.getByText('3 receipts')).toBeTruthy()
  expect(screen.getByText('$120.50')).toBeTruthy()
  expect(screen.getByRole('link', { name: /Trip to client/ }).getAttribute('href')).toBe(
    `/categories/${fuel._id}?receipt=${receiptOf()._id}`,
  )
})
