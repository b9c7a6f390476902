import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { type Payment, paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { paymentWith } from '#features/payments/testing'
import { setConfetti, wantsConfetti } from '#platform/session/session.ts'
import { fake, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { PlanGate } from './plan-gate.tsx'
import { details, personOn, personWith } from '../testing/index.ts'

const items = ['/capture', '/custom-upload', '/categories', '/profile'].map((to) => ({
  to,
  label: to,
  icon: () => null,
}))

function open(person: LoggedUser, path = '/profile', role = 'User', docs: Payment[] = []) {
  serveFakes(
    fake(authEndpoints.loggedUser, () => person),
    fake(paymentEndpoints.history, () => ({ docs, totalPages: 1, page: 1, totalDocs: docs.length })),
  )
  return show(path, role)
}

function show(path: string, role = 'User') {
  return renderScreen(
    <PlanGate role={role}>
      {({ adjust, aside, instead }) => (
        <>
          {items.map(adjust).map(({ to, onLocked }) => (
            <button key={to} type="button" onClick={onLocked}>
              {onLocked ? `locked ${to}` : `open ${to}`}
            </button>
          ))}
          {aside}
          {instead ?? <p>the screen</p>}
        </>
      )}
    </PlanGate>,
    { path },
  )
}

// Reduced motion, because jsdom has no canvas for the confetti.
beforeEach(() => {
  signInAs('User')
  vi.stubGlobal('matchMedia', () => ({
    matches: true,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
const lockedItems = () => screen.queryAllByText(/^locked/).map(({ textContent }) => textContent)
const expired = personWith({ subs_details: details('Pro', 'expired'), unlocked: ['category'] })

describe('a plan', () => {
  test.each([
    ['that is active unlocks everything', personOn('Pro'), []],
    ['that expired leaves the receipts open', expired, ['locked /capture', 'locked /custom-upload']],
    [
      'that never existed unlocks nothing',
      personWith(),
      ['locked /capture', 'locked /custom-upload', 'locked /categories'],
    ],
  ])('%s', async (_, person, locked) => {
    open(person)
    await screen.findByText('Manage Subscription')
    expect(lockedItems()).toEqual(locked)
  })

  test('isn’t needed by administrators', async () => {
    open(personWith({ role: 'Admin' }), '/capture', 'Admin')
    expect(await screen.findByText('the screen')).toBeTruthy()
    expect(lockedItems()).toEqual([])
  })
})

test('a screen that was opened without a connection stays while the plan is asked for once it’s back', async () => {
  serveNothing()
  show('/capture')
  act(() => void window.dispatchEvent(new Event('offline')))
  await screen.findByText('the screen')
  const asked = vi.fn<() => void>()
  serveFakes(
    fake(authEndpoints.loggedUser, () => {
      asked()
      return new Promise(() => undefined)
    }),
  )
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(asked).toHaveBeenCalled())
  expect(screen.getByText('the screen')).toBeTruthy()
})

test.each(['/capture', '/custom-upload'])(
  'at %s a receipt can be added within seconds although the connection hangs',
  async (path) => {
    vi.useFakeTimers()
    serveFakes(fake(authEndpoints.loggedUser, () => new Promise(() => undefined)))
    show(path)
    expect(screen.getByText('Checking your plan')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(screen.getByText('the screen')).toBeTruthy()
  },
)

describe('a locked screen', () => {
  test('asks for a subscription and links to the plans', async () => {
    const { user } = open(expired)
    await user.click(await screen.findByText('locked /capture'))
    expect(await screen.findByRole('alertdialog', { name: 'No Active Subscription' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Subscribe Now' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/subscription')
  })

  test('says that a renewal wasn’t paid, and leads to where it can be', async () => {
    const unpaid = personWith({ ...expired, unpaidRenewal: { planName: 'Pro' } })
    const { user } = open(unpaid)
    await user.click(await screen.findByText('locked /capture'))
    const question = await screen.findByRole('alertdialog', { name: 'No Active Subscription' })
    expect(question.textContent).toContain('renewal payment for your Pro plan')
    await user.click(within(question).getByRole('button', { name: 'Manage Subscription' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/upgrade')
  })

  test('says that a bank debit is on its way, without asking for a subscription', async () => {
    const debit = paymentWith({ status: 'open', hasTaxInvoice: false, isBankDebit: true, months: [] })
    const { user } = open(expired, '/capture', 'User', [debit])
    const question = await screen.findByRole('alertdialog', { name: 'No Active Subscription' })
    await within(question).findByText(paymentRefusals.debitUnderWay.message)
    expect(screen.getAllByText(paymentRefusals.debitUnderWay.message, { exact: false })).toHaveLength(2)
    expect(screen.queryByText(/^(Subscribe Now|See the plans)$/)).toBeNull()
    await user.click(within(question).getByRole('button', { name: 'Payment History' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/payment-history')
  })

  test('can be dismissed', async () => {
    const { user } = open(expired)
    await user.click(await screen.findByText('locked /capture'))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(screen.getByText('the screen')).toBeTruthy()
  })

  test.each(['/capture', '/custom-upload'])('at %s isn’t shown before the plan has loaded', async (path) => {
    open(personOn('Pro'), path)
    expect(screen.getByText('Checking your plan')).toBeTruthy()
    expect(screen.queryByText('the screen')).toBeNull()
    expect(await screen.findByText('the screen')).toBeTruthy()
  })

  test('is locked when opened by address, and leads back to the dashboard', async () => {
    const { user } = open(expired, '/custom-upload')
    await screen.findByRole('alertdialog', { name: 'No Active Subscription' })
    expect(screen.queryByText('the screen')).toBeNull()
    expect(screen.getByText('You need a plan to add receipts')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
  })
})

test('the plan can be managed from every screen', async () => {
  const change = {
    label: 'Upgrade to Premium',
    isDowngrade: false,
    plan: '01937000-0000-7000-8000-000000000103',
    planName: 'Premium',
  }
  const { user } = open(personOn('Pro', { change }))
  await user.click(await screen.findByText('Manage Subscription'))
  const dialog = await screen.findByRole('dialog', { name: 'Manage Subscription' })
  expect(dialog.textContent).toContain('Renews1\u00A0Dec\u00A02026')
  expect(screen.getByRole('link', { name: 'Upgrade to Premium' }).getAttribute('href')).toBe('/upgrade')
})

describe('the dates of a plan', () => {
  const unpaidRenewal = { planName: 'Pro' }
  const upcoming = {
    planName: 'Premium',
    startsAt: '2026-12-31T13:00:00.000Z',
    endsAt: '2027-01-31T13:00:00.000Z',
  }
  const openDates = async (person: LoggedUser) => {
    const { user } = open(person)
    await user.click(await screen.findByText('Manage Subscription'))
    return screen.findByRole('dialog', { name: 'Manage Subscription' })
  }

  test.each([
    ['that we still try to charge', { unpaidRenewal }, 'RenewalNot received yet'],
    ['that we couldn’t charge', { hasEndedUnpaid: true }, 'RenewalWe couldn’t charge it'],
    [
      'that we still try to charge, beside months paid ahead',
      { unpaidRenewal, upcoming },
      'RenewalNot received yetPremium months start1\u00A0Jan\u00A02027Paid until1\u00A0Dec\u00A02026',
    ],
  ])('lead from a renewal %s to where it can be paid', async (_, more, text) => {
    const dialog = await openDates(personWith({ ...expired, ...more }))
    expect(dialog.textContent).toContain(text)
    const link = within(dialog).getByRole('link', { name: 'Manage Subscription' })
    expect(link.getAttribute('href')).toBe('/upgrade')
  })

  test('say whose renewal is outstanding beside months that run', async () => {
    const premium = personOn('Premium', { unpaidRenewal })
    const subscription = { ...premium.subscription!, kind: 'month' as const, isRenewing: false }
    const dialog = await openDates({ ...premium, subscription })
    expect(dialog.textContent).toContain('PlanPremiumStatusActivePro renewalNot received yet')
  })
})

test('a plan whose renewal is being paid shows no day on which it might end', async () => {
  const person = personOn('Pro')
  const subscription = { ...person.subscription!, isRenewalDue: true, isRenewalPending: true }
  const { user } = open({ ...person, subscription })
  await user.click(await screen.findByText('Manage Subscription'))
  const dialog = await screen.findByRole('dialog', { name: 'Manage Subscription' })
  expect(dialog.textContent).toContain('StatusPayment pending')
  expect(dialog.textContent).not.toContain('2026')
})

describe('the first dashboard visit on a trial', () => {
  test('is celebrated once, with the days left', async () => {
    setConfetti(true)
    open(personOn('Trial', { daysLeft: 30 }), '/dashboard')
    const popup = await screen.findByRole('dialog', { name: 'Congratulations!' })
    expect(popup.textContent).toContain('30 days left')
    expect(wantsConfetti()).toBe(false)
  })

  test('isn’t celebrated on a paid plan', async () => {
    setConfetti(true)
    open(personOn('Pro'), '/dashboard')
    await screen.findByText('Manage Subscription')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
