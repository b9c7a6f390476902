import type { Page } from '@playwright/test'

/** Who looks at a screen: `user` is on a trial, `payer` on Pro. */
export type Viewer = 'visitor' | 'user' | 'payer'
export type Screen = Readonly<{
  name: string
  path: string
  viewer: Viewer
  /** What one does to get there, when an address alone does not lead there. */
  reach?: (page: Page) => Promise<void>
}>

const screen = (viewer: Viewer, path: string, more: Partial<Screen> = {}): Screen => ({
  name: path.slice(1).replaceAll('/', '-'),
  path,
  viewer,
  ...more,
})

/** Every screen that has something to show, as it is taken in pictures. */
export const screens: readonly Screen[] = [
  screen('visitor', '/', { name: 'landing' }),
  ...[
    '/lodgement',
    '/welcome',
    '/register',
    '/login',
    '/email_verify',
    '/verify',
    '/resend-verification',
    '/forgetpassword',
    '/reset-password',
    '/error',
  ].map((path) => screen('visitor', path)),
  ...[
    '/dashboard',
    '/capture',
    '/custom-upload',
    '/categories',
    '/trash',
    '/sample',
    '/profile',
    '/categories/01937000-0000-7000-8000-000000000001',
    '/subscription',
    '/pricing-duration',
    '/success-subscription',
    '/dashboard-celebrate',
    '/complete',
  ].map((path) => screen('user', path)),
  screen('user', '/upgrade', { name: 'upgrade-trial' }),
  screen('user', '/payment-history', { name: 'payment-history-empty' }),
  screen('user', '/pricing-duration?months=Mar,Apr&step=summary', { name: 'plan-summary' }),
  screen('user', '/pricing-duration?months=Mar,Apr&step=summary', {
    name: 'create-payment',
    reach: async (page) => {
      await page.getByRole('link', { name: 'Payment Information' }).click()
      await page.getByLabel('Card number').waitFor()
    },
  }),
  screen('payer', '/subscription', { name: 'subscription-payer' }),
  screen('payer', '/upgrade'),
  screen('payer', '/upgrade', {
    name: 'upgrade-price',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Upgrade to Premium' }).click()
      await page.getByText('Due now').waitFor()
    },
  }),
  screen('payer', '/payment-history'),
  screen('payer', '/portal', {
    reach: (page) =>
      page
        .getByRole('heading', { name: /billing|subscription/i })
        .first()
        .waitFor(),
  }),
  screen('payer', '/pricing-duration', { name: 'pricing-duration-payer' }),
]
