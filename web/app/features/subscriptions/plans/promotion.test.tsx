import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import {
  type PromotionPreview,
  promotionEndpoints,
  promotionRefusals,
} from '@docketbox/contract/payments/promotion-endpoints'
import { paymentRefusals } from '@docketbox/contract/payments/texts'
import { subscriptionEndpoints } from '@docketbox/contract/subscriptions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes, unreadable } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import { personOn, personWith, planOf, plansList } from '../testing/index.ts'
import PlansPage from './page.tsx'

const [pro, premium] = [planOf('Pro'), planOf('Premium')]
const previewOf = (changes: Partial<PromotionPreview>): PromotionPreview => ({
  code: 'EOFY20',
  percentOff: 20,
  amountOffCents: null,
  endsAt: null,
  prices: [
    { plan: pro._id, priceCents: 499, firstPriceCents: 399 },
    { plan: premium._id, priceCents: 1197, firstPriceCents: 958 },
  ],
  ...changes,
})
const openWindow = vi.fn<(address: string) => { opener: unknown } | null>()

type Preview = PromotionPreview | ReturnType<typeof refuse> | Response

const open = (preview: () => Preview | Promise<Preview>, at = '/subscription?code=EOFY20') => {
  serveFakes(
    fake(authEndpoints.loggedUser, () => personWith()),
    fake(subscriptionEndpoints.list, () => plansList([pro, premium])),
    fake(promotionEndpoints.previewPromotion, preview),
  )
  return renderScreen(<PlansPage />, { path: '/subscription', at })
}
const card = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement)

beforeEach(() => {
  signInAs('User')
  openWindow.mockReset().mockReturnValue({ opener: 'us' })
  vi.stubGlobal('open', openWindow)
})

describe('a promotion code', () => {
  test.each<[string, Partial<PromotionPreview>, string]>([
    ['a percentage', {}, 'EOFY20: 20% off your first payment.'],
    ['an amount', { percentOff: null, amountOffCents: 100 }, 'EOFY20: $1.00 off your first payment.'],
    [
      'its last day',
      { endsAt: '2026-08-31T14:00:00Z' },
      'EOFY20: 20% off your first payment. Use it by 31\u00A0Aug\u00A02026.',
    ],
  ])('says %s', async (_, changes, text) => {
    open(() => previewOf(changes))
    const removal = await screen.findByRole('button', { name: 'Remove code' })
    expect(removal.parentElement?.textContent).toContain(text)
  })

  test.each([
    ['Pro', '$3.99', 'then $4.99 monthly'],
    ['Premium', '$9.58', 'then $11.97 quarterly'],
  ])('changes the first price of %s to %s', async (name, first, later) => {
    open(() => previewOf({}))
    const shown = await card(name)
    expect(await shown.findByText('first payment')).toBeTruthy()
    expect(shown.getByText(first)).toBeTruthy()
    expect(shown.getByText((_, element) => element?.textContent === later)).toBeTruthy()
  })

  test('is part of the link to the payment page, and can be removed', async () => {
    const { user } = open(() => previewOf({}))
    const shown = await card('Pro')
    await shown.findByText('first payment')
    await user.click(shown.getByRole('button', { name: 'Subscribe to Pro' }))
    await waitFor(() => expect(openWindow.mock.lastCall?.[0]).toBe('https://pay.test/Pro?code=EOFY20'))
    await user.click(screen.getByRole('button', { name: 'Remove code' }))
    await waitFor(() => expect(shown.queryByText('first payment')).toBeNull())
    expect(shown.getByText('$4.99')).toBeTruthy()
  })

  test.each([
    ['before we know what it’s worth', () => new Promise<never>(() => undefined)],
    ['after Stripe failed', () => refuse(paymentRefusals.unavailable)],
    ['after the server failed', () => unreadable(503)],
    ['after the connection failed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is part of the link %s', async (_, preview) => {
    const { user } = open(preview)
    await user.click((await card('Pro')).getByRole('button', { name: 'Subscribe to Pro' }))
    await waitFor(() => expect(openWindow.mock.lastCall?.[0]).toBe('https://pay.test/Pro?code=EOFY20'))
  })

  test.each([promotionRefusals.notFound, promotionRefusals.used])(
    'that can’t be used isn’t part of the link ($code)',
    async (refusal) => {
      const { user } = open(() => refuse(refusal))
      await screen.findByText(refusal.message)
      await user.click((await card('Pro')).getByRole('button', { name: 'Subscribe to Pro' }))
      await waitFor(() => expect(openWindow.mock.lastCall?.[0]).toBe('https://pay.test/Pro'))
    },
  )

  test('survives the first login', async () => {
    serveFakes(
      fake(authEndpoints.loggedUser, () => personWith()),
      fake(subscriptionEndpoints.list, () => plansList()),
      fake(promotionEndpoints.previewPromotion, () => previewOf({})),
    )
    const at = '/subscription?code=EOFY20'
    const state = { isFirstLogin: true }
    const { user } = renderScreen(<PlansPage />, { path: '/subscription', at, state })
    await user.click(await screen.findByRole('link', { name: 'Subscribe with code EOFY20' }))
    expect(await screen.findByText('EOFY20')).toBeTruthy()
  })

  test('is explained to subscribers, who can’t use it', async () => {
    serveFakes(
      fake(authEndpoints.loggedUser, () => personOn('Pro')),
      fake(subscriptionEndpoints.list, () => plansList([pro, premium])),
      fake(promotionEndpoints.previewPromotion, () => previewOf({})),
    )
    renderScreen(<PlansPage />, { path: '/subscription', at: '/subscription?code=EOFY20' })
    expect(await screen.findByText('Codes are for a new subscription’s first payment.')).toBeTruthy()
  })

  test('that isn’t for a plan says so, and isn’t part of its link', async () => {
    const { user } = open(() =>
      previewOf({ prices: [{ plan: premium._id, priceCents: 1197, firstPriceCents: 120 }] }),
    )
    const removal = await screen.findByRole('button', { name: 'Remove code' })
    expect(removal.parentElement?.textContent).toContain('You can’t use it for Pro.')
    const shown = await card('Pro')
    expect(shown.getByText('$4.99')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Subscribe to Pro' }))
    await waitFor(() => expect(openWindow.mock.lastCall?.[0]).toBe('https://pay.test/Pro'))
  })

  test('that isn’t valid says so, and can be corrected', async () => {
    let isValid = false
    const { user } = open(
      () => (isValid ? previewOf({}) : refuse(promotionRefusals.notFound)),
      '/subscription',
    )
    await user.click(await screen.findByRole('button', { name: 'Have a promotion code?' }))
    expect(document.activeElement).toBe(screen.getByLabelText('Promotion code'))
    await user.keyboard('eofy')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText(promotionRefusals.notFound.message)).toBeTruthy()
    isValid = true
    await user.type(screen.getByLabelText('Promotion code'), '20')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    const removal = await screen.findByRole('button', { name: 'Remove code' })
    expect(document.activeElement?.contains(removal)).toBe(true)
    await user.click(removal)
    const opener = await screen.findByRole('button', { name: 'Have a promotion code?' })
    expect(document.activeElement).toBe(opener)
  })

  test('that was typed when the session ended is still there after logging in again', async () => {
    const openField = async ({ user }: ReturnType<typeof open>) => {
      await user.click(await screen.findByRole('button', { name: 'Have a promotion code?' }))
      return screen.findByRole<HTMLInputElement>('textbox', { name: 'Promotion code' })
    }
    const page = open(() => previewOf({}), '/subscription')
    await page.user.type(await openField(page), 'EOFY20')
    logInAgain(page.unmount)
    expect((await openField(open(() => previewOf({}), '/subscription'))).value).toBe('EOFY20')
  })

  test('that couldn’t be looked up can be tried again', async () => {
    const answers: (() => Preview | Promise<Preview>)[] = [
      () => refuse(paymentRefusals.unavailable),
      () => new Promise((resolve) => void (answer = resolve)),
    ]
    let answer: (preview: Preview) => void = () => undefined
    const { user } = open(() => answers.shift()!())
    expect(await screen.findByText(paymentRefusals.unavailable.message)).toBeTruthy()
    const apply = screen.getByRole('button', { name: 'Apply' })
    await user.click(apply)
    expect(await screen.findByRole('button', { name: 'Checking…' })).toBe(apply)
    expect(document.activeElement).toBe(apply)
    answer(previewOf({}))
    expect(await screen.findByRole('button', { name: 'Remove code' })).toBeTruthy()
  })
})
