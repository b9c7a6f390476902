import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { monthNames } from '@docketbox/contract/core/dates'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { personWith } from '#features/subscriptions/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { paymentWith } from '../testing/index.ts'
import MonthsPage from './page.tsx'

const january = { year: 2027, startsOn: '2027-01-01', endsOn: '2027-01-31', daysLeft: 31, covered: null }
const offered = { ...january, isTaken: false }
const proId = '01937000-0000-7000-8000-000000000102'
const pro = {
  _id: proId,
  name: 'Pro',
  description: '',
  feature: [],
  storageBytes: 0,
  priceCents: 499,
  pricePerMonthCents: 499,
  currency: 'AUD' as const,
  months: 1,
  cycleLabel: 'Monthly',
  link: null,
  subs_details: null,
  button: { label: 'Subscribe' as const, isDisabled: false, action: 'openLink' as const },
}
const plans = fake(subscriptionEndpoints.list, () => ({ docs: [pro], totalPages: 1, page: 1, totalDocs: 1 }))
const someMonths = {
  overlapped: ['Feb' as const],
  isRenewing: false,
  creditCents: 0,
  months: monthNames.map((month, index) => ({
    ...january,
    month,
    startsOn: `2027-${String(index + 1).padStart(2, '0')}-01`,
    isTaken: month === 'Feb',
  })),
}
beforeEach(() => signInAs('User'))

describe('the month picker', () => {
  const open = (at = '/pricing-duration', available: object = {}, payments: Payment[] = []) => {
    serveFakes(
      plans,
      fake(authEndpoints.loggedUser, () => personWith()),
      fake(paymentEndpoints.history, () => ({ docs: payments, totalPages: 1, page: 1, totalDocs: 1 })),
      fake(paymentEndpoints.availableMonths, () => ({ ...someMonths, ...available })),
    )
    return renderScreen(<MonthsPage />, { path: '/pricing-duration', at })
  }
  const onlyJanuary = { overlapped: [], months: [{ ...offered, month: 'Jan' as const }] }
  const allTaken = {
    overlapped: [...monthNames],
    months: monthNames.map((month) => ({ ...january, month, isTaken: true })),
  }

  test('gives way to the notice that a bank debit for a plan is on its way', async () => {
    open(undefined, {}, [paymentWith({ status: 'open', months: [], isBankDebit: true })])
    expect(await screen.findByText(paymentRefusals.debitUnderWay.message, { exact: false })).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('adds up the selected months, marks covered ones, and leads to the summary and the payment', async () => {
    document.title = 'Choose your months · Docketbox'
    const { user, router } = open()
    await user.click(await screen.findByRole('checkbox', { name: 'Mar 2027' }))
    await user.click(screen.getByRole('checkbox', { name: 'Jan 2027' }))
    expect(screen.getByText('$9.98')).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Feb 2027' })).toBeNull()
    expect(screen.getByText('Already covered')).toBeTruthy()

    await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
    expect(await screen.findByRole('heading', { name: 'Professional Plan' })).toBeTruthy()
    expect(screen.getByText('Jan 2027, Mar 2027')).toBeTruthy()
    expect(screen.getByText('including taxes')).toBeTruthy()

    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Plan summary' }))
    expect(document.title).toBe('Plan summary · Docketbox')

    await user.click(screen.getByRole('link', { name: 'Payment Information' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/create-payment')
    expect(router.state.location.state).toEqual({
      months: ['Jan', 'Mar'],
      plan: proId,
      startsOn: ['2027-01-01', '2027-03-01'],
    })
  })

  test('uses credit first in the summary', async () => {
    open('/pricing-duration?months=Jan&step=summary', { ...onlyJanuary, creditCents: 300 })
    expect(await screen.findByText('-$3.00')).toBeTruthy()
    expect(screen.getByText('$1.99')).toBeTruthy()
  })

  test('shows what’s left to pay after the credit while months are being selected', async () => {
    const { user } = open(undefined, { ...onlyJanuary, creditCents: 300 })
    await user.click(await screen.findByRole('checkbox', { name: 'Jan 2027' }))
    expect(screen.getByText('$1.99')).toBeTruthy()
    expect(screen.getByText('$4.99 less $3.00 credit')).toBeTruthy()
  })

  test('says which part of a month the trial covers', async () => {
    const months = [
      { ...offered, month: 'Jan' as const, covered: { planName: 'Trial', until: '2027-01-22' } },
    ]
    const { user } = open(undefined, { overlapped: [], months })
    expect(await screen.findByText('Trial until 22 Jan')).toBeTruthy()
    await user.click(
      screen.getByRole('checkbox', {
        name: 'Jan 2027',
        description: /^1\sJan – 31\sJan\s*Trial until 22\sJan$/,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
    expect(await screen.findByText(/Your Trial plan already covers Jan until 22 Jan/)).toBeTruthy()
  })

  test('says until when the trial covers the current month, and when the rest can be bought', async () => {
    const months = [
      {
        ...january,
        isTaken: true,
        month: 'Jan' as const,
        covered: { planName: 'Trial', until: '2027-01-12' },
      },
      { ...offered, month: 'Feb' as const },
    ]
    const { user } = open(undefined, { overlapped: [], months })
    expect(await screen.findByText('Trial until 12 Jan')).toBeTruthy()
    expect(screen.getByText('Available from 13 Jan')).toBeTruthy()
    expect(screen.queryByText('Already covered')).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Feb 2027' }))
    await user.click(screen.getByRole('button', { name: 'Proceed to Payment' }))
    expect(
      await screen.findByText(
        'Jan isn’t included. Your Trial plan covers it until 12 Jan, and you can buy it from 13 Jan.',
      ),
    ).toBeTruthy()
  })

  test.each([
    ['says that a bank debit may come too late for a month that’s about to end', 7, 0, true],
    ['doesn’t if there’s time enough', 8, 0, false],
    ['doesn’t if credit pays for it', 7, 499, false],
  ])('%s', async (_, daysLeft, creditCents, isSaid) => {
    const months = [{ ...offered, month: 'Jan' as const, daysLeft }]
    open('/pricing-duration?months=Jan&step=summary', { overlapped: [], months, creditCents })
    expect(await screen.findByRole('heading', { name: 'Professional Plan' })).toBeTruthy()
    const text = screen.queryByText(/^Jan ends on 31 Jan. A bank debit takes up to three business days/)
    expect(text !== null).toBe(isSaid)
  })

  test('keeps the selection after a reload, except months bought since', async () => {
    open('/pricing-duration?months=Feb,May')
    const may = await screen.findByRole('checkbox', { name: 'May 2027' })
    expect((may as HTMLInputElement).checked).toBe(true)
    expect(screen.getByText('1 month:')).toBeTruthy()
  })

  test('shows the picker under its own title if the months of a summary were bought since', async () => {
    open('/pricing-duration?months=Feb&step=summary')
    expect(await screen.findByRole('checkbox', { name: 'Mar 2027' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Choose your months' })).toBeTruthy()
    expect(screen.queryByText('Plan summary')).toBeNull()
  })

  test('offers nothing to buy when every month is covered', async () => {
    open(undefined, allTaken)
    expect(await screen.findByText(/You already have all twelve months/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Proceed to Payment' })).toBeNull()
  })

  test('tells subscribers that they don’t need single months, not that they have them all', async () => {
    open(undefined, { ...allTaken, isRenewing: true })
    expect(
      await screen.findByText(/Your plan renews automatically, so you don’t need single months/),
    ).toBeTruthy()
    expect(screen.queryByText(/all twelve months/)).toBeNull()
    expect(screen.queryByText('Already covered')).toBeNull()
  })

  test('asks for months instead of showing the price of none', async () => {
    const { user } = open()
    const proceed = await screen.findByRole('button', { name: 'Proceed to Payment' })
    expect(screen.getByText('Select the months you’d like.')).toBeTruthy()
    expect(screen.queryByText('$0.00')).toBeNull()
    expect(proceed).toHaveProperty('disabled', true)
    await user.click(screen.getByRole('checkbox', { name: 'Mar 2027' }))
    expect(proceed).toHaveProperty('disabled', false)
  })
})
