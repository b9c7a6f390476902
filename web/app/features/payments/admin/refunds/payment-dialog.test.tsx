import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminPaymentWith, refundLimitsWith } from '../../testing/index.ts'
import { RefundDialog } from './payment-dialog.tsx'

test.each([
  [
    { months: ['Dec 2026'], invoiceNumber: 'DB-001002' },
    'Pro · Dec 2026, paid on 2 Dec 2026, invoice DB-001002.',
  ],
  [{ months: [], invoiceNumber: null }, 'Pro, paid on 2 Dec 2026.'],
])('a refund says which of a customer’s payments it’s of', async (changes, text) => {
  signInAs('Admin')
  serveFakes(fake(paymentAdminEndpoints.refundLimits, () => refundLimitsWith()))
  const payment = adminPaymentWith({ datedAt: '2026-12-02T01:00:00Z', ...changes })
  renderScreen(<RefundDialog payment={payment} onClose={() => undefined} />)
  await screen.findByLabelText('Amount')
  const description = document.getElementById(screen.getByRole('dialog').getAttribute('aria-describedby')!)
  expect(description!.textContent!.replaceAll(/\s/g, ' ')).toContain(`${text} You can refund up to`)
})
