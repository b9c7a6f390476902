import { commonRefusals } from '@docketbox/contract/core/refusal'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { paymentWith } from '../testing/index.ts'
import PaymentHistoryPage from './page.tsx'

beforeEach(() => signInAs('User'))
afterEach(() => vi.unstubAllEnvs())

const onList = vi.fn<(page: string | undefined) => void>()
function open(docs: Payment[], totalPages = 1, state?: object) {
  serveFakes(
    fake(paymentEndpoints.history, ({ query }) => {
      onList(String(query.page))
      return { docs, totalPages, page: Number(query.page), totalDocs: docs.length }
    }),
  )
  return renderScreen(<PaymentHistoryPage />, { path: '/payment-history', state })
}

test.each([
  ['open', 'Pending'],
  ['paid', 'Successful'],
  ['failed', 'Failed'],
  ['fail', 'Failed'],
  ['canceled', 'Cancelled'],
  ['expired', 'Expired'],
  ['disputed', 'Unknown'],
  ['constructor', 'Unknown'],
])('the payment history shows %s as %s', async (status, label) => {
  open([paymentWith({ status })])
  expect(await screen.findByText(label)).toBeTruthy()
})

test('who may have just paid is asked to wait, and isn’t offered the plans again', async () => {
  open([], 1, { mayHavePaidAt: Date.now() })
  expect(await screen.findByText(paymentTexts.mayAppear)).toBeTruthy()
  expect(await screen.findByText(paymentTexts.noPayments)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See the plans' })).toBeNull()
})

test('who has just paid is no longer asked to wait once the payment has arrived', async () => {
  const mayHavePaidAt = Date.parse('2026-03-03T02:01:00.000Z')
  open([paymentWith({ months: [] })], 1, { mayHavePaidAt })
  expect(await screen.findByText('Successful')).toBeTruthy()
  expect(screen.queryByText(paymentTexts.mayAppear)).toBeNull()
})

test.each([
  ['a renewal', { createdAt: '2026-02-03T02:00:00.000Z' }],
  ['a failed attempt', { status: 'failed' }],
])('who may have just paid is asked to wait although there’s %s', async (_, changes) => {
  const mayHavePaidAt = Date.parse('2026-03-03T02:01:00.000Z')
  open([paymentWith({ months: [], ...changes })], 1, { mayHavePaidAt })
  expect(await screen.findByRole('table', { name: 'Payments' })).toBeTruthy()
  expect(screen.getByText(paymentTexts.mayAppear)).toBeTruthy()
})

test('the payment history shows amount, currency, date and refund', async () => {
  open([paymentWith({ amount: 123_450, refundedCents: 499 })])
  expect(await screen.findByText('$1,234.50')).toBeTruthy()
  expect(screen.getByText('AUD')).toBeTruthy()
  expect(screen.getByText('3 Mar 2026')).toBeTruthy()
  expect(screen.getByText('Partly refunded')).toBeTruthy()
  expect(screen.getByText('$4.99 refunded')).toBeTruthy()
  expect(screen.getByRole('columnheader', { name: 'Payment ID' })).toBeTruthy()
})

const noteOf = (amountCents: number) => ({
  _id: crypto.randomUUID(),
  number: 'AN-001001',
  amountCents,
  isCredit: false,
})

test.each([
  [{ disputeState: 'open' }, 'Disputed', 'Waiting for the bank'],
  [{ disputeState: 'open', refundedCents: 100 }, 'Disputed', 'Waiting for the bank$1.00 refunded'],
  [{ disputeState: 'lost', refundedCents: 100 }, 'Disputed', 'Refunded by the bank$1.00 refunded'],
  [
    { disputeState: 'lost', creditTakenCents: 499 },
    'Disputed',
    'Refunded by the bank$4.99 credit taken back',
  ],
  [{ disputeState: 'won' }, 'Successful', ''],
  [{ refundState: 'pending', refundedCents: 499 }, 'Refund pending', '$4.99 on its way'],
  [
    { refundState: 'pending', refundedCents: 300, adjustmentNotes: [noteOf(100), noteOf(200)] },
    'Refund pending',
    '$3.00 refunded or on its way',
  ],
  [{ refundState: 'failed' }, 'Refund failed', 'It didn’t arrive'],
  [{ refundState: 'failed', refundedCents: 100 }, 'Refund failed', '$1.00 refunded'],
  [{ isWrongAmount: true, status: 'canceled' }, 'Cancelled', 'Wrong amount: full refund'],
  [
    { isWrongAmount: true, status: 'canceled', refundState: 'pending' },
    'Cancelled',
    'Wrong amount: refund pending',
  ],
  [
    { isWrongAmount: true, status: 'canceled', refundState: 'failed' },
    'Cancelled',
    'Wrong amount: refund failed',
  ],
  [{ refundedCents: 499 }, 'Refunded', ''],
  [{ refundedCents: 499, creditTakenCents: 199 }, 'Refunded', '$1.99 credit taken back'],
  [{ amount: 0, creditReturnedCents: 499 }, 'Refunded', '$4.99 as credit'],
  [{ amount: 0, creditCents: 399, creditReturnedCents: 100 }, 'Partly refunded', '$1.00 as credit'],
  [
    { refundedCents: 300, creditCents: 400, creditReturnedCents: 200 },
    'Partly refunded',
    '$3.00 refunded$2.00 as credit',
  ],
  [
    { refundState: 'pending', refundedCents: 499, creditReturnedCents: 499 },
    'Refund pending',
    '$4.99 on its way$4.99 as credit',
  ],
  [{ refundState: 'failed', creditReturnedCents: 499 }, 'Refund failed', '$4.99 as credit'],
  [{ refundedCents: 499, creditCents: 499 }, 'Partly refunded', '$4.99 refunded'],
] satisfies [Partial<Payment>, string, string][])('a payment with %o is %s', async (changes, label, note) => {
  open([paymentWith(changes)])
  const badge = await screen.findByText(label)
  expect(badge.closest('td')?.textContent).toBe(label + note)
})

test('a price that was paid with credit stays on screen after it was refunded', async () => {
  open([paymentWith({ amount: 0, creditCents: 0, creditReturnedCents: 499 })])
  expect(await screen.findByText('$4.99 credit used')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'PDF, tax invoice for $4.99' })).toBeTruthy()
})

test('the payment history says what the unused time of an earlier plan took off the price', async () => {
  open([
    paymentWith({
      planName: 'Premium',
      months: [],
      unusedTime: [
        {
          name: 'Unused time on Pro plan',
          cents: 271,
          from: '2026-07-15T03:30:05.000Z',
          priceCents: 499,
          periodStart: '2026-07-01T02:00:00.000Z',
          periodEnd: '2026-08-01T02:00:00.000Z',
        },
      ],
      alreadyRefundedCents: 100,
    }),
  ])
  expect(await screen.findByText('Unused time on Pro plan: -$2.71')).toBeTruthy()
  expect(screen.getByText('Already refunded: $1.00')).toBeTruthy()
})

test.each(['Australia/Perth', 'Australia/Adelaide', 'Australia/Brisbane', 'Pacific/Auckland', 'UTC'])(
  'payments are dated in Sydney time for a reader in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    open([
      paymentWith({ paidAt: '2026-11-30T12:59:00.000Z' }),
      paymentWith({ paidAt: null, createdAt: '2026-11-30T13:00:00.000Z' }),
    ])
    expect(await screen.findByText('30 Nov 2026')).toBeTruthy()
    expect(screen.getByText('1 Dec 2026')).toBeTruthy()
  },
)

test('a payment has the date of its tax invoice, even if it was begun days earlier', async () => {
  open([paymentWith({ createdAt: '2026-06-30T02:00:00.000Z', paidAt: '2026-07-02T14:30:00.000Z' })])
  expect(await screen.findByText('3 Jul 2026')).toBeTruthy()
})

test('the payment history loads the selected page', async () => {
  const { user } = open([paymentWith({})], 3)
  await user.click(await screen.findByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(onList).toHaveBeenLastCalledWith('2'))
})

test('an empty payment history says so', async () => {
  open([])
  expect(await screen.findByText(paymentTexts.noPayments)).toBeTruthy()
})

test('a payment history that can’t be loaded says so', async () => {
  serveFakes(fake(paymentEndpoints.history, () => refuse(commonRefusals.unexpected)))
  renderScreen(<PaymentHistoryPage />, { path: '/payment-history' })
  expect(await screen.findByText(paymentTexts.historyFailed)).toBeTruthy()
})
