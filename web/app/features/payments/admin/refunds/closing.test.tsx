import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminListOf, adminPaymentWith, refundLimitsWith } from '../../testing/index.ts'
import AdminPaymentsPage from '../page.tsx'

beforeEach(() => signInAs('Admin'))

/** Opens the refund of a payment, which never ends, and types a reason. */
async function open() {
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({ alerts: [] })),
    fake(paymentAdminEndpoints.list, () => adminListOf([adminPaymentWith()])),
    fake(paymentAdminEndpoints.refundLimits, () => refundLimitsWith()),
    fake(paymentAdminEndpoints.refund, () => new Promise<never>(() => undefined)),
  )
  const { user, router } = renderScreen(<AdminPaymentsPage />, { path: '/admin-dashboard/payments' })
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  await user.type(await screen.findByLabelText('Reason'), 'Paid twice')
  return { user, router }
}

test('a refund’s reason isn’t lost by leaving without a question', async () => {
  const { router } = await open()
  void router.navigate('/admin-dashboard')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
})

test('a refund that’s under way can’t be closed as if it were cancelled', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^Refund \$/ }))
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(screen.getByText('Refunding…')).toBeTruthy()
})
