import {
  type AdminPayment,
  paymentAdminEndpoints,
  type PaymentSums,
} from '@docketbox/contract/payments/admin-endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { creditRefundEndpoints } from '@docketbox/contract/payments/credit-refund-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminListOf, adminPaymentWith, refundLimitsWith } from '../testing/index.ts'
import AdminPaymentsPage from './page.tsx'

const path = '/admin-dashboard/payments'
const payment = adminPaymentWith()
const noAlerts = fake(paymentAdminEndpoints.alerts, () => ({ alerts: [] }))

beforeEach(() => signInAs('Admin'))

function open(docs: AdminPayment[], ...more: Parameters<typeof serveFakes>) {
  serveFakes(
    noAlerts,
    fake(paymentAdminEndpoints.list, ({ query }) => {
      expect(query.find).toBe('ann@example.com')
      return adminListOf(docs)
    }),
    ...more,
    fake(paymentAdminEndpoints.refundLimits, () => refundLimitsWith()),
  )
  return renderScreen(<AdminPaymentsPage />, { path, at: `${path}?find=ann%40example.com` })
}

test('a payment is partly refunded, with the reason recorded', async () => {
  const { user } = open(
    [payment],
    fake(paymentAdminEndpoints.refund, ({ params, body }) => {
      expect([params.id, body]).toEqual([
        payment._id,
        { amountCents: 499, refundableCents: payment.refundableCents, reason: 'August not needed' },
      ])
      return { message: 'Refund requested.' }
    }),
  )
  expect((await screen.findByRole('columnheader', { name: 'Actions' })).className).toContain('print:hidden')
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  const dialog = await screen.findByRole('dialog', { name: 'Refund Ann Lee' })
  const amount = await within(dialog).findByLabelText('Amount')
  await user.clear(amount)
  await user.type(amount, '9.99')
  await user.click(within(dialog).getByRole('button', { name: /^Refund/ }))
  expect((await within(dialog).findAllByText(/at most \$9\.98\./)).length).toBeGreaterThan(0)
  await user.clear(amount)
  await user.type(amount, '4.99')
  await user.type(within(dialog).getByLabelText('Reason'), 'August not needed')
  await user.click(within(dialog).getByRole('button', { name: /^Refund/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a payment says how much credit it used', async () => {
  open([adminPaymentWith({ amount: 0, creditCents: 499 })])
  expect(await screen.findByText('$4.99 credit used')).toBeTruthy()
})

test('a refusal keeps the dialog open and says why', async () => {
  const { user } = open(
    [payment],
    fake(paymentAdminEndpoints.refund, () => refuse(paymentRefusals.notRefundable)),
  )
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  await user.type(await screen.findByLabelText('Reason'), 'asked')
  await user.click(screen.getByRole('button', { name: /^Refund/ }))
  expect(await screen.findByText('There’s nothing left to refund.')).toBeTruthy()
})

test.each([
  [
    { wholeCents: 998, partCents: 0, creditedCents: 998, takenBackCents: 499 },
    /\$9\.98 of \$9\.98 was credited.*ends the plan and takes back \$4\.99 of their credit/,
    'You can only refund the full $9.98.',
  ],
  [
    { wholeCents: 998, partCents: 300, creditedCents: 698, takenBackCents: 0 },
    /A full refund of \$9\.98 ends the plan\. You can also refund up to \$3\.00\./,
    'Refund the full $9.98, or $3.00 at most.',
  ],
  [
    { wholeCents: 998, partCents: 0, creditedCents: 998, takenBackCents: 499, creditBackCents: 300 },
    /ends the plan, takes back \$4\.99 of their credit and returns \$3\.00 to their credit\./,
    'You can only refund the full $9.98.',
  ],
])('what was credited is explained, and can’t be refunded in part', async (credited, why, problem) => {
  const { user } = open(
    [payment],
    fake(paymentAdminEndpoints.refundLimits, () => refundLimitsWith(credited)),
  )
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  expect(await screen.findByText(why)).toBeTruthy()
  const amount = await screen.findByLabelText('Amount')
  await user.clear(amount)
  await user.type(amount, '5.00')
  await user.type(screen.getByLabelText('Reason'), 'asked')
  await user.click(screen.getByRole('button', { name: /^Refund \$/ }))
  expect((await screen.findAllByText(problem)).length).toBeGreaterThan(0)
})

test('a full refund of a payment that credit was used for says that the credit goes back', async () => {
  const { user } = open(
    [adminPaymentWith({ creditCents: 499 })],
    fake(paymentAdminEndpoints.refundLimits, () => refundLimitsWith({ creditBackCents: 499 })),
  )
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  const text = /A full refund ends the access this payment bought and returns \$4\.99 to their credit\./
  expect(await screen.findByText(text)).toBeTruthy()
})

test('an amount credited to another bill can’t be refunded', async () => {
  const { user } = open(
    [payment],
    fake(paymentAdminEndpoints.refundLimits, () =>
      refundLimitsWith({ wholeCents: 0, partCents: 0, creditedCents: 998 }),
    ),
  )
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  expect(await screen.findByText(/There’s nothing left to refund/)).toBeTruthy()
  expect(screen.queryByLabelText('Amount')).toBeNull()
})

test('a fully refunded payment can’t be refunded again', async () => {
  open([adminPaymentWith({ refundedCents: 998, refundableCents: 0 })])
  expect(within(await screen.findByRole('table')).getByText('Refunded')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Refund/ })).toBeNull()
})

test('a refund with a reason entered isn’t discarded without asking', async () => {
  const { user } = open([payment])
  await user.click(await screen.findByRole('button', { name: 'Refund pi_123' }))
  await user.type(await screen.findByLabelText('Reason'), 'Paid twice')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('Paid twice')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a user’s credit is shown with their payments and can be refunded', async () => {
  const userId = payment.owner!
  const credit = { creditCents: 698, refundableCents: 499, refundingCents: 0 }
  serveFakes(
    noAlerts,
    fake(paymentAdminEndpoints.list, () => adminListOf([payment])),
    fake(creditRefundEndpoints.customerCredit, () => credit),
    fake(creditRefundEndpoints.refundCredit, ({ params, body }) => {
      expect([params.userId, body]).toEqual([
        userId,
        { amountCents: 499, creditCents: 698, reason: 'Leaves' },
      ])
      Object.assign(credit, { creditCents: 199, refundableCents: 0, refundingCents: 499 })
      return { message: 'Refund requested.' }
    }),
  )
  const { user } = renderScreen(<AdminPaymentsPage />, { path, at: `${path}?user=${userId}` })
  const section = within(await screen.findByRole('region', { name: 'Credit' }))
  expect(section.getByText('You can refund $4.99 of it. They didn’t pay for the rest.')).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'Refund credit' }))
  await user.type(await screen.findByLabelText('Reason'), 'Leaves')
  await user.click(screen.getByRole('button', { name: 'Refund $4.99' }))
  expect(await section.findByText('$4.99 is being refunded.')).toBeTruthy()
})

test('a user’s credit that can’t be loaded can be loaded again', async () => {
  let isDown = true
  serveFakes(
    noAlerts,
    fake(paymentAdminEndpoints.list, () => adminListOf([payment])),
    fake(creditRefundEndpoints.customerCredit, () =>
      isDown
        ? refuse(commonRefusals.unexpected)
        : { creditCents: 698, refundableCents: 698, refundingCents: 0 },
    ),
  )
  const { user } = renderScreen(<AdminPaymentsPage />, { path, at: `${path}?user=${payment.owner}` })
  expect(await screen.findByText('We couldn’t load their credit.')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('$6.98')).toBeTruthy()
})

describe('the list of all payments', () => {
  const serve = (queries: object[], sums?: Partial<PaymentSums> | null) =>
    serveFakes(
      noAlerts,
      fake(paymentAdminEndpoints.planNames, () => ({ names: ['Pro', 'Premium'] })),
      fake(paymentAdminEndpoints.list, ({ query }) => {
        queries.push(query)
        return sums === null
          ? { ...adminListOf([payment]), sums, isCountCapped: true }
          : adminListOf([payment], sums)
      }),
    )

  test('filters by the address and shows totals', async () => {
    const queries: object[] = []
    serve(queries, {
      payments: 1234,
      receivedCents: 615_766,
      refundedCents: 499,
      disputedCents: 0,
      gstCents: 55_933,
      creditReturnedCents: 998,
    })
    const at = `${path}?from=2026-07-01&to=2026-09-30&state=received&plan=Pro&page=2`
    const { user } = renderScreen(<AdminPaymentsPage />, { path, at })
    const totals = within(await screen.findByLabelText('Totals'))
    for (const text of ['1,234', '$6,157.66', '$4.99', '$6,152.67', '$559.33', '$9.98'])
      expect(totals.getByText(text)).toBeTruthy()
    expect(queries.at(-1)).toMatchObject({
      from: '2026-07-01',
      to: '2026-09-30',
      state: 'received',
      page: '2',
    })
    await user.selectOptions(screen.getByLabelText('Method'), 'Bank debit')
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ method: 'au_becs_debit', page: '1' }))
    await user.selectOptions(screen.getByLabelText('Period'), 'All time')
    await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('from'))
  })

  test('shows the refunds of a period without payments', async () => {
    serveFakes(
      noAlerts,
      fake(paymentAdminEndpoints.planNames, () => ({ names: [] })),
      fake(paymentAdminEndpoints.list, () =>
        adminListOf([], { receivedCents: 0, refundedCents: 499, gstCents: -45 }),
      ),
    )
    renderScreen(<AdminPaymentsPage />, { path, at: `${path}?from=2026-07-01&to=2026-07-31` })
    expect(await screen.findByText('No payments found.')).toBeTruthy()
    expect(screen.getByText('Try different filters.')).toBeTruthy()
    expect(within(screen.getByLabelText('Totals')).getByText('-$4.99')).toBeTruthy()
  })

  test('says so if too many match to be added up', async () => {
    serve([], null)
    renderScreen(<AdminPaymentsPage />, { path, at: path })
    expect(await screen.findByText(/Narrow your search/)).toBeTruthy()
  })
})
