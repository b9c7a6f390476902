import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentTexts } from '@docketbox/contract/payments/texts'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { personOn, personWith } from '#features/subscriptions/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { paymentWith } from '../testing/index.ts'
import SubscribedPage from './subscribed-page.tsx'

beforeEach(() => {
  signInAs('User')
  vi.useFakeTimers()
})
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

async function open(
  response: () => LoggedUser | ReturnType<typeof refuse>,
  state?: { planName: string; isDowngrade?: boolean } | { hasPaidMonths: boolean },
  payments: Payment[] = [],
) {
  const list = { totalPages: 1, page: 1, totalDocs: payments.length }
  serveFakes(
    fake(authEndpoints.loggedUser, response),
    fake(paymentEndpoints.history, () => ({ docs: payments, ...list })),
  )
  const { router } = renderScreen(<SubscribedPage />, { path: '/success-subscription', state })
  await wait(100)
  return router
}

const justPaid = () => paymentWith({ createdAt: new Date().toISOString(), months: [] })

test('the tab congratulates only on a confirmed plan', async () => {
  document.title = 'Your plan · Docketbox'
  let person = personOn('Trial')
  await open(() => person, undefined, [justPaid()])
  expect(document.title).toBe('Your plan · Docketbox')
  person = personOn('Pro')
  await wait(1_500)
  expect(document.title).toBe('Congratulations · Docketbox')
})

test('a plan change stays in confirmation for as long as the provider’s report takes, and can be left', async () => {
  let person = personOn('Pro')
  await open(() => person, { planName: 'Premium' })
  expect(screen.queryByText(/longer than usual/)).toBeNull()
  await wait(60_000)
  expect(screen.getByRole('heading', { name: 'Confirming your payment…' })).toBeTruthy()
  expect(screen.getByText(/longer than usual\. You can leave this page/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Payment History' })
  expect(link.getAttribute('href')).toBe('/payment-history')
  person = personOn('Premium')
  await wait(1_500)
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
})

test('a confirmed plan is shown for three seconds, then the dashboard opens', async () => {
  await open(() => personOn('Pro'), undefined, [justPaid()])
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
  await wait(2_700)
  expect(screen.queryByLabelText('Elsewhere')).toBeNull()
  await wait(400)
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/dashboard')
})

test('the page waits for the server to confirm the plan', async () => {
  let person = personOn('Trial')
  await open(() => person, undefined, [justPaid()])
  expect(screen.queryByRole('heading', { name: paymentTexts.activated })).toBeNull()
  person = personOn('Pro')
  await wait(1_500)
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
})

test('after a plan change, the page waits for the new plan', async () => {
  let person = personOn('Pro')
  await open(() => person, { planName: 'Premium' })
  expect(screen.queryByRole('heading', { name: paymentTexts.activated })).toBeNull()
  person = personOn('Premium')
  await wait(1_500)
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
})

test('a downgrade is confirmed without congratulations', async () => {
  await open(() => personOn('Pro'), { planName: 'Pro', isDowngrade: true })
  expect(screen.getByRole('heading', { name: 'Your plan is now Pro.' })).toBeTruthy()
  expect(screen.getByText('Changed')).toBeTruthy()
  expect(document.title).toBe('Your plan · Docketbox')
})

test('the outcome is read out without moving the focus', async () => {
  let person = personOn('Trial')
  await open(() => person, undefined, [justPaid()])
  const region = screen.getByRole('status')
  const heading = within(region).getByRole('heading', { name: 'Confirming your payment…' })
  heading.focus()
  person = personOn('Pro')
  await wait(1_500)
  expect(region.textContent).toContain(paymentTexts.activated)
  expect(screen.getByRole('status')).toBe(region)
  expect(document.activeElement).toBe(heading)
  expect(heading.textContent).toBe(paymentTexts.activated)
})

test.each([
  ['open', /take up to three business days.*counts from the day you subscribed/],
  ['failed', paymentTexts.notSuccessful],
])('a bank debit that is %s is said to be', async (status, text) => {
  const createdAt = new Date().toISOString()
  await open(() => personWith(), undefined, [paymentWith({ status, createdAt, months: [] })])
  expect(screen.getByText(text)).toBeTruthy()
})

describe('someone who bought a single month today and then subscribes', () => {
  const onMonth = () => {
    const person = personOn('Pro')
    const currentPeriodStart = new Date().toISOString()
    return {
      ...person,
      subs_details: { ...person.subs_details!, currentPeriodStart },
      subscription: { ...person.subscription!, kind: 'month' as const, isRenewing: false },
    }
  }
  const month = () => paymentWith({ createdAt: new Date().toISOString() })

  test('is congratulated on the month first', async () => {
    await open(onMonth, { hasPaidMonths: true }, [month()])
    expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
  })

  test('by bank debit sees that the payment is processing', async () => {
    const createdAt = new Date().toISOString()
    const debit = paymentWith({ status: 'open', createdAt, months: [], planName: 'Premium' })
    await open(onMonth, undefined, [debit, month()])
    expect(screen.getByRole('heading', { name: paymentTexts.processing })).toBeTruthy()
  })

  test('by card is congratulated once the new plan has started', async () => {
    let person: LoggedUser = onMonth()
    const payments = [month()]
    await open(() => person, undefined, payments)
    expect(screen.getByRole('heading', { name: 'Confirming your payment…' })).toBeTruthy()
    person = personOn('Premium')
    payments.unshift(justPaid())
    await wait(1_500)
    expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
  })
})

test.each([
  ['no plan', personWith()],
  ['a trial only', personOn('Trial')],
  ['a plan paid for long ago', personOn('Pro')],
])('a user with %s is redirected to the payment history, which asks to wait', async (_, person) => {
  const old = paymentWith({ status: 'paid', createdAt: '2026-09-01T00:00:00.000Z' })
  const router = await open(() => person, undefined, [old])
  await wait(16_000)
  expect(screen.getByLabelText('Elsewhere').textContent).toBe('/payment-history')
  expect(router.state.location.state).toEqual({ mayHavePaidAt: expect.any(Number) })
})

test('a plan that has just begun is confirmed even if nothing was paid for it', async () => {
  const person = personOn('Pro')
  const currentPeriodStart = new Date().toISOString()
  await open(() => ({ ...person, subs_details: { ...person.subs_details!, currentPeriodStart } }))
  expect(screen.getByRole('heading', { name: paymentTexts.activated })).toBeTruthy()
})

test('a plan that can’t be loaded is said to be, instead of the payment history', async () => {
  await open(() => refuse(commonRefusals.unexpected))
  await wait(10_000)
  expect(screen.getByText('We couldn’t load your plan.')).toBeTruthy()
  expect(screen.queryByText(paymentTexts.historyFailed)).toBeNull()
})
