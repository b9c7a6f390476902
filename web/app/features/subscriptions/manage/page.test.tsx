import { authEndpoints, type LoggedUser } from '@docketbox/contract/auth/endpoints'
import { paymentEndpoints } from '@docketbox/contract/payments/endpoints'
import { planEndpoints } from '@docketbox/contract/payments/plan-endpoints'
import { outcomeEndpoints } from '@docketbox/contract/payments/outcome-endpoints'
import { paymentRefusals, paymentTexts } from '@docketbox/contract/payments/texts'
import { type PlanCard, subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { handleNextAction, standInForStripeJs } from '#testing/stripe-js.ts'
import { details, personOn, personWith, planOf, plansList } from '../testing/index.ts'
import { change, changeBack, premium, preview, pro } from '../testing/plan-change.ts'
import UpgradePage from './page.tsx'

beforeEach(() => signInAs('User'))

function open(person: LoggedUser, plans: PlanCard[], ...more: Parameters<typeof serveFakes>) {
  serveFakes(
    fake(authEndpoints.loggedUser, () => person),
    fake(subscriptionEndpoints.list, () => plansList(plans)),
    ...more,
  )
  return renderScreen(<UpgradePage />, { path: '/upgrade' })
}

describe('changing the plan', () => {
  test('shows the price and charges exactly that after a confirmation', async () => {
    const { user } = open(
      personOn('Pro', { change }),
      [pro, premium],
      fake(planEndpoints.previewChange, () => preview),
      fake(planEndpoints.changePlan, ({ body }) => {
        expect(body).toEqual({ plan: premium._id, prorationDate: preview.prorationDate, dueNowCents: 947 })
        return { message: 'Your plan is now Premium.' }
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    const dialog = await screen.findByRole('dialog', { name: 'Change to Premium' })
    expect(await within(dialog).findByText('-$2.50')).toBeTruthy()
    expect(within(dialog).getByText('Unused time on Pro plan')).toBeTruthy()
    const unused = within(dialog).getByText(/^Unused time on Pro plan from 15 Nov 2026, 1:00:00 pm AEDT/)
    expect(unused.textContent).toMatch(/ of \$4\.99 for 1 Nov 2026, .* – 1 Dec 2026, 1:00:00 pm AEDT$/)
    await user.click(within(dialog).getByRole('button', { name: 'Pay $9.47 and change' }))
    expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
  })

  test('keeps the dialog open and shows the bank’s message after a decline', async () => {
    const { user } = open(
      personOn('Pro', { change }),
      [pro, premium],
      fake(planEndpoints.previewChange, () => preview),
      fake(planEndpoints.changePlan, () => refuse(paymentRefusals.declined)),
    )
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    await user.click(await screen.findByRole('button', { name: 'Pay $9.47 and change' }))
    expect((await screen.findByRole('alert')).textContent).toContain('Your card was declined.')
    expect(screen.getByRole('dialog', { name: 'Change to Premium' })).toBeTruthy()
  })

  test('leads customers who pay by bank debit to their billing details', async () => {
    const refused = fake(planEndpoints.previewChange, () => refuse(paymentRefusals.debitTooSlow))
    const { user } = open(personOn('Pro', { change }), [pro, premium], refused)
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change to Premium' }))
    expect(await dialog.findByText(/You pay by bank debit, which takes days/)).toBeTruthy()
    expect(dialog.getByRole('link', { name: 'Billing details' }).getAttribute('href')).toBe('/portal')
  })

  describe('with a card that the bank wants to check', () => {
    const authenticationFailed = { code: 'payment_intent_authentication_failure', message: 'internal' }
    const confirm = async () => {
      standInForStripeJs()
      const { user } = open(
        personOn('Pro', { change }),
        [pro, premium],
        fake(planEndpoints.previewChange, () => preview),
        fake(paymentEndpoints.config, () => ({ publishableKey: 'pk_test_x' })),
        fake(planEndpoints.changePlan, () => ({ message: '', clientSecret: 'pi_1_secret_2' })),
        fake(outcomeEndpoints.changeOutcome, () => ({ state: 'checking' as const })),
      )
      await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
      return user.click(await screen.findByRole('button', { name: 'Pay $9.47 and change' }))
    }

    test('gets out of its way, and continues once it’s paid', async () => {
      const answered = Promise.withResolvers<unknown>()
      const asking = confirm()
      handleNextAction.mockReturnValue(answered.promise)
      await asking
      expect(await screen.findByText('Waiting for your bank…')).toBeTruthy()
      expect(screen.queryByRole('dialog')).toBeNull()
      answered.resolve({ paymentIntent: { status: 'succeeded' } })
      expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/success-subscription')
      expect(handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: 'pi_1_secret_2' })
    })

    test.each([
      ['says no', { error: authenticationFailed }, paymentTexts.notAuthenticated, true],
      ['can’t be heard', { error: { type: 'api_error' } }, paymentRefusals.outcomeUnknown.message, false],
    ])('says so in our words if the bank %s', async (_, result, text, canRetry) => {
      const asking = confirm()
      handleNextAction.mockResolvedValue(result)
      await asking
      expect((await screen.findByRole('alert')).textContent).toContain(text)
      expect(screen.queryByRole('button', { name: 'Pay $9.47 and change' }) !== null).toBe(canRetry)
    })
  })

  test('shows the remaining credit when the new plan is cheaper', async () => {
    const downgrade = {
      ...preview,
      planName: 'Pro',
      dueNowCents: 0,
      balanceAfterCents: 648,
      chargeCents: 499,
      creditCents: 1147,
      alreadyRefundedCents: 50,
      unusedTime: [],
    }
    const { user } = open(
      personOn('Premium', { change: changeBack }),
      [{ ...pro, button: premium.button }],
      fake(planEndpoints.previewChange, () => downgrade),
    )
    await user.click(await screen.findByRole('button', { name: 'Downgrade to Pro' }))
    expect(await screen.findByText(/You’ll have \$6\.48 in credit/)).toBeTruthy()
    expect(screen.getByText('Unused time on your current plan, less $0.50 refunded')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Change plan' })).toBeTruthy()
  })
})

test('unused time that’s worth nothing takes nothing off', async () => {
  const { user } = open(
    personOn('Pro', { change }),
    [pro, premium],
    fake(planEndpoints.previewChange, () => ({ ...preview, creditCents: 0, unusedTime: [] })),
  )
  await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
  const unused = await screen.findByText('Unused time on your current plan')
  expect(unused.nextElementSibling?.textContent).toBe('$0.00')
})

test.each([
  ['Added to your next bill', '-$0.22', { balanceUsedCents: 925, dueNowCents: 0 }],
  ['From your last bill', '$0.22', { dueNowCents: 969 }],
])(
  'cents that are too few for a card are shown, so that the price adds up: %s',
  async (label, amount, price) => {
    const { user } = open(
      personOn('Pro', { change }),
      [pro, premium],
      fake(planEndpoints.previewChange, () => ({ ...preview, ...price })),
    )
    await user.click(await screen.findByRole('button', { name: 'Upgrade to Premium' }))
    expect((await screen.findByText(label)).nextElementSibling?.textContent).toBe(amount)
  },
)

describe('the current plan', () => {
  const on = (subscription: object, subs = {}) => {
    const one = personOn('Pro', { change })
    return { ...one, ...subs, subscription: { ...one.subscription!, ...subscription } }
  }

  test('shows an unpaid renewal, the last day and where to check payment details', async () => {
    open(on({ isRenewalDue: true }), [pro, premium])
    expect(
      await screen.findByText(/haven’t received your renewal payment yet.*until 1 Dec 2026/),
    ).toBeTruthy()
    expect(screen.getByText('Payment due')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Billing details' }).getAttribute('href')).toBe('/portal')
  })

  test('says that its renewal is being paid by the bank, and that access continues', async () => {
    const { user } = open(on({ isRenewalDue: true, isRenewalPending: true }), [pro, premium])
    const notice = await screen.findByText(
      /on its way.*up to three business days.*full access in the meantime/,
    )
    expect(notice.textContent).not.toMatch(/card|won’t renew/)
    expect(screen.getByText('Payment pending')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Cancel plan' }))
    const question = await screen.findByRole('alertdialog', { name: 'Cancel your plan?' })
    expect(question.textContent).toMatch(/may still go through.*won’t renew after that/)
    expect(question.textContent).not.toContain('ends now')
  })

  test('that’s cancelled while its renewal is being paid won’t renew after that', async () => {
    open(on({ isRenewing: false, isRenewalDue: true, isRenewalPending: true }), [pro, premium])
    expect(
      await screen.findByText(/full access in the meantime. Your plan won’t renew after that/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Keep my plan' })).toBeTruthy()
  })

  test('paid by the month has nothing to cancel, even for a former subscriber', async () => {
    open(on({ kind: 'month', isRenewing: false }), [pro, premium])
    expect(await screen.findByText(/nothing auto-renews/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Cancel plan|Keep my plan/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Buy more months' }).getAttribute('href')).toBe(
      '/pricing-duration',
    )
  })
})

test('a plan that ended because its renewal wasn’t paid says so and offers to pay', async () => {
  const openWindow = vi.fn<(address: string, target: string) => null>().mockReturnValue(null)
  vi.stubGlobal('open', openWindow)
  const person = personWith({ subs_details: details('Pro', 'expired'), hasEndedUnpaid: true })
  const { user } = open(person, [planOf('Pro'), premium])
  expect(await screen.findByText(/because we couldn’t charge its renewal/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Pay now' }))
  await waitFor(() => expect(openWindow).toHaveBeenCalledWith('https://pay.test/Pro', '_blank'))
})

test('a renewal that we still try to charge says so, and can be paid or cancelled', async () => {
  const person = personWith({
    subs_details: details('Pro', 'expired'),
    unpaidRenewal: { planName: 'Pro' },
    portal: 'https://docketbox.test/portal',
  })
  const cancelled = vi.fn<() => { message: string }>(() => ({ message: 'Your plan has ended.' }))
  const { user } = open(person, [planOf('Pro'), premium], fake(planEndpoints.cancelPlan, cancelled))
  expect(await screen.findByText(/we’ll keep trying.*Until it’s paid, you can’t add receipts/)).toBeTruthy()
  expect(screen.queryByText(/has ended/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Pay now' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel plan' }))
  const question = await screen.findByRole('alertdialog', { name: 'Cancel your plan?' })
  expect(question.textContent).toContain('your plan ends now and you won’t be charged')
  await user.click(within(question).getByRole('button', { name: 'Cancel plan' }))
  await waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
})

test('bought months don’t hide a renewal that we still try to charge', async () => {
  const one = personOn('Premium', { unpaidRenewal: { planName: 'Pro' } })
  open({ ...one, subscription: { ...one.subscription!, kind: 'month', isRenewing: false } }, [pro, premium])
  expect(await screen.findByText(/renewal payment for your Pro plan, and we’ll keep trying/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Cancel plan' })).toBeTruthy()
})
