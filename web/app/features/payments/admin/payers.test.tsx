import { adminEndpoints } from '@docketbox/contract/admin/endpoints'
import { creditRefundEndpoints } from '@docketbox/contract/payments/credit-refund-endpoints'
import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminListOf, adminPaymentWith, refundLimitsWith } from '../testing/index.ts'
import AdminPaymentsPage from './page.tsx'

test('the payments of someone with a single name say whose they are', async () => {
  signInAs('Admin')
  const payment = adminPaymentWith()
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({ alerts: [] })),
    fake(paymentAdminEndpoints.list, () => adminListOf([payment])),
    fake(creditRefundEndpoints.customerCredit, () => ({
      creditCents: 0,
      refundableCents: 0,
      refundingCents: 0,
    })),
    fake(adminEndpoints.findSubscriber, ({ params }) => ({
      _id: params.userId,
      user: {
        _id: params.userId,
        firstName: 'Suharto',
        lastName: '',
        email: 'suharto@example.com',
        username: 'suharto',
        phoneNumber: '',
        role: 'User' as const,
        status: 'active' as const,
        isSuspended: false,
        suspendedReason: null,
        createdAt: '2026-01-05T00:00:00.000Z',
      },
      planName: null,
      currentPeriodStart: null,
      currentPeriodEnd: null,
      period: null,
      upcoming: null,
      unpaidRenewal: null,
    })),
  )
  const path = '/admin-dashboard/payments'
  renderScreen(<AdminPaymentsPage />, { path, at: `${path}?user=${payment.owner}` })
  const link = await screen.findByRole('link', { name: 'Suharto' })
  expect(link.parentElement?.textContent).toBe('Showing only payments from Suharto.')
})

test('a payment of a deleted account says so, and can be refunded', async () => {
  signInAs('Admin')
  const payment = adminPaymentWith({ owner: null, buyerName: '', buyerEmail: '' })
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({ alerts: [] })),
    fake(paymentAdminEndpoints.list, () => adminListOf([payment])),
    fake(paymentAdminEndpoints.refundLimits, () => refundLimitsWith()),
  )
  const { user } = renderScreen(<AdminPaymentsPage />, { path: '/admin-dashboard/payments' })
  expect(await screen.findByText('Unknown or deleted account')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Refund pi_123' }))
  expect(await screen.findByRole('dialog', { name: 'Refund a payment' })).toBeTruthy()
})
