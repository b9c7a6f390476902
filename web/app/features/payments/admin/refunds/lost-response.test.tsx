import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { creditRefundEndpoints } from '@docketbox/contract/payments/credit-refund-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminPaymentWith, refundLimitsWith } from '../../testing/index.ts'
import { RefundCreditDialog } from './credit-dialog.tsx'
import { RefundDialog } from './payment-dialog.tsx'

beforeEach(() => signInAs('Admin'))

const limits = refundLimitsWith()
const credit = { creditCents: 998, refundableCents: 998, refundingCents: 0 }

/** Serves refunds, the first of which is made or gets lost on its way. Its response is lost in both cases. */
function serveRefunds(isMade: boolean) {
  const bodies: unknown[] = []
  const onRefund = ({ body }: { body: unknown }) => {
    bodies.push(body)
    if (bodies.length === 1) throw new TypeError('Failed to fetch')
    return { message: 'Refund requested.' }
  }
  const hasChanged = () => isMade && bodies.length > 0
  serveFakes(
    fake(paymentAdminEndpoints.refundLimits, () =>
      hasChanged() ? { ...limits, wholeCents: 0, partCents: 0 } : limits,
    ),
    fake(paymentAdminEndpoints.refund, onRefund),
    fake(creditRefundEndpoints.customerCredit, () =>
      hasChanged() ? { ...credit, refundingCents: 998 } : credit,
    ),
    fake(creditRefundEndpoints.refundCredit, onRefund),
  )
  return bodies
}

const onClose = vi.fn<() => void>()
const ofPayment = <RefundDialog payment={adminPaymentWith()} onClose={onClose} />
const ofCredit = <RefundCreditDialog userId={adminPaymentWith().owner!} credit={credit} onClose={onClose} />

test.each([
  ['a refund that was made isn’t repeated', ofPayment, true],
  ['a refund that got lost is repeated as the same one', ofPayment, false],
  ['a refund of credit that was made isn’t repeated', ofCredit, true],
  ['a refund of credit that got lost is repeated as the same one', ofCredit, false],
])('without a response, %s', async (_, dialog, isMade) => {
  onClose.mockReset()
  const bodies = serveRefunds(isMade)
  const { user } = renderScreen(dialog)
  await user.type(await screen.findByLabelText('Reason'), 'Paid twice')
  await user.click(screen.getByRole('button', { name: 'Refund $9.98' }))
  expect(await screen.findByText(paymentTexts.noResponse)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refunding…' })).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('Refund requested.')).toBeTruthy()
  expect(bodies).toEqual(isMade ? [bodies[0]] : [bodies[0], bodies[0]])
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  ['made', () => ({ message: 'Refund requested.' }), 'Refund requested.'],
  ['refused', () => refuse(paymentRefusals.notRefundable), paymentRefusals.notRefundable.message],
])('a refund without a response can be left, and is reported once it’s %s', async (_, second, message) => {
  let refunds = 0
  serveFakes(
    fake(paymentAdminEndpoints.refundLimits, () => limits),
    fake(paymentAdminEndpoints.refund, () => {
      refunds += 1
      if (refunds > 1) return second()
      throw new TypeError('Failed to fetch')
    }),
  )
  const closed = vi.fn<() => void>()
  function Example() {
    const [isOpen, setIsOpen] = useState(true)
    const close = () => {
      closed()
      setIsOpen(false)
    }
    return isOpen && <RefundDialog payment={adminPaymentWith()} onClose={close} />
  }
  const { user } = renderScreen(<Example />)
  await user.type(await screen.findByLabelText('Reason'), 'Paid twice')
  await user.click(screen.getByRole('button', { name: 'Refund $9.98' }))
  await screen.findByText(paymentTexts.noResponse)
  await user.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText(message)).toBeTruthy()
  // Another dialog may be open by then.
  expect(closed).toHaveBeenCalledOnce()
})

test('a refund without a response is looked up again while Stripe can’t be reached', async () => {
  onClose.mockReset()
  let [isDown, looks, refunds] = [false, 0, 0]
  serveFakes(
    fake(paymentAdminEndpoints.refundLimits, () => {
      if (!isDown) return limits
      looks += 1
      return refuse(paymentRefusals.refundLimitsUnavailable)
    }),
    fake(paymentAdminEndpoints.refund, () => {
      refunds += 1
      if (refunds > 1) return { message: 'Refund requested.' }
      isDown = true
      throw new TypeError('Failed to fetch')
    }),
  )
  const { user } = renderScreen(ofPayment)
  await user.type(await screen.findByLabelText('Reason'), 'Paid twice')
  await user.click(screen.getByRole('button', { name: 'Refund $9.98' }))
  expect(await screen.findByText(paymentTexts.noResponse)).toBeTruthy()
  const reconnect = () => act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => {
    reconnect()
    expect(looks).toBeGreaterThan(1)
  })
  expect(screen.queryByText(paymentRefusals.refundLimitsUnavailable.message)).toBeNull()
  isDown = false
  await waitFor(() => {
    reconnect()
    expect(screen.getByText('Refund requested.')).toBeTruthy()
  })
  expect(refunds).toBe(2)
})

test('a refund that was requested before, but isn’t confirmed yet, is shown', async () => {
  serveFakes(fake(paymentAdminEndpoints.refundLimits, () => ({ ...limits, requestedCents: 499 })))
  renderScreen(ofPayment)
  expect(await screen.findByText(/^Someone has already requested a refund of \$4\.99\./)).toBeTruthy()
})

test('if Stripe can’t say what can be refunded, the dialog no longer says that it’s working that out', async () => {
  serveFakes(fake(paymentAdminEndpoints.refundLimits, () => refuse(paymentRefusals.refundLimitsUnavailable)))
  renderScreen(ofPayment)
  expect(await screen.findByText(paymentRefusals.refundLimitsUnavailable.message)).toBeTruthy()
  expect(screen.queryByText(/Working out what can be refunded/)).toBeNull()
})
