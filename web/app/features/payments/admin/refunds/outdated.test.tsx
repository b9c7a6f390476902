import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { creditRefundEndpoints } from '@docketbox/contract/payments/credit-refund-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminListOf, adminPaymentWith, refundLimitsWith } from '../../testing/index.ts'
import AdminPaymentsPage from '../page.tsx'

const path = '/admin-dashboard/payments'
const payment = adminPaymentWith()

beforeEach(() => signInAs('Admin'))

/** Serves a customer's payment and credit, of which another administrator refunds some before our first refund arrives. */
function open({ refunded, isOfCredit }: { refunded: number; isOfCredit: boolean }) {
  const bodies: object[] = []
  let leftCents = 998
  let lists = 0
  const refund = (seenCents: number | undefined, spec: (typeof paymentRefusals)['refundOutdated']) => {
    leftCents = 998 - refunded
    return seenCents === leftCents ? { message: 'Refund requested.' } : refuse(spec)
  }
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({ alerts: [] })),
    fake(paymentAdminEndpoints.list, () => {
      lists += 1
      return adminListOf([payment])
    }),
    fake(paymentAdminEndpoints.refundLimits, () =>
      refundLimitsWith({ refundableCents: leftCents, wholeCents: leftCents, partCents: leftCents }),
    ),
    fake(paymentAdminEndpoints.refund, ({ body }) => {
      bodies.push(body)
      return refund(body.refundableCents, paymentRefusals.refundOutdated)
    }),
    fake(creditRefundEndpoints.customerCredit, () => ({
      creditCents: isOfCredit ? leftCents : 499,
      refundableCents: isOfCredit ? leftCents : 0,
      refundingCents: 0,
    })),
    fake(creditRefundEndpoints.refundCredit, ({ body }) => {
      bodies.push(body)
      return refund(body.creditCents, paymentRefusals.creditRefundOutdated)
    }),
  )
  const { user } = renderScreen(<AdminPaymentsPage />, { path, at: `${path}?user=${payment.owner}` })
  /** Lets the other administrator refund some now, and looks at the screen again after a while. */
  async function comeBack() {
    leftCents = 998 - refunded
    const before = lists
    vi.setSystemTime(Date.now() + 60_000)
    act(() => void window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(lists).toBeGreaterThan(before))
  }
  return { user, bodies, comeBack }
}

test.each([
  ['a payment', 'Refund pi_123', 'refundableCents', paymentRefusals.refundOutdated, false],
  ['credit', 'Refund credit', 'creditCents', paymentRefusals.creditRefundOutdated, true],
] as const)(
  'if someone else has refunded part of %s, the rest can be refunded without starting again',
  async (_, button, seen, refusal, isOfCredit) => {
    const { user, bodies } = open({ refunded: 200, isOfCredit })
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText('Reason'), 'Paid twice')
    await user.click(dialog.getByRole('button', { name: 'Refund $9.98' }))
    expect(await dialog.findByText(refusal.message)).toBeTruthy()
    expect(await dialog.findByText(/up to \$7\.98/i)).toBeTruthy()
    const amount = dialog.getByLabelText('Amount')
    await user.clear(amount)
    await user.type(amount, '7.98')
    await user.click(dialog.getByRole('button', { name: 'Refund $7.98' }))
    expect(await screen.findByText('Refund requested.')).toBeTruthy()
    expect(bodies).toMatchObject([
      { [seen]: 998, amountCents: 998, reason: 'Paid twice' },
      { [seen]: 798, amountCents: 798, reason: 'Paid twice' },
    ])
  },
)

test.each([
  ['a payment', 'Refund pi_123', false],
  ['credit', 'Refund credit', true],
])(
  'if someone else has refunded all of %s, the dialog says so and keeps the reason',
  async (_, button, isOfCredit) => {
    const { user } = open({ refunded: 998, isOfCredit })
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText('Reason'), 'Paid twice')
    await user.click(dialog.getByRole('button', { name: 'Refund $9.98' }))
    const { message } = paymentRefusals.notRefundable
    expect(await dialog.findByText((text) => text.endsWith(message))).toBeTruthy()
    expect(dialog.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Paid twice')
  },
)

test.each([
  ['a payment', 'Refund pi_123', 'refundableCents', paymentRefusals.refundOutdated, false],
  ['credit', 'Refund credit', 'creditCents', paymentRefusals.creditRefundOutdated, true],
] as const)(
  'a refund of %s that someone else has just made isn’t repeated, even if the screen has loaded again since',
  async (_, button, seen, refusal, isOfCredit) => {
    const { user, bodies, comeBack } = open({ refunded: 499, isOfCredit })
    await user.click(await screen.findByRole('button', { name: button }))
    const dialog = within(await screen.findByRole('dialog'))
    const amount = await dialog.findByLabelText('Amount')
    await user.clear(amount)
    await user.type(amount, '4.99')
    await user.type(dialog.getByLabelText('Reason'), 'Paid twice')
    await comeBack()
    expect(dialog.getByText(/up to \$9\.98/i)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Refund $4.99' }))
    expect(await dialog.findByText(refusal.message)).toBeTruthy()
    expect(bodies).toMatchObject([{ [seen]: 998, amountCents: 499 }])
    expect(await dialog.findByText(/up to \$4\.99/i)).toBeTruthy()
  },
)
