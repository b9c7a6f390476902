import { incomeYearOf, paths, sydneyDay } from '@docketbox/contract'
import { drawDocket } from '@docketbox/testing/files/receipt-picture'
import type { Page } from '@playwright/test'

/** Who sees a screen: `newcomer` has no plan yet, `user` is on a trial, `payer` on Pro, `administrator` is a Super Admin. */
export type Viewer = 'visitor' | 'newcomer' | 'user' | 'payer' | 'administrator'
export type Screen = Readonly<{
  name: string
  path: string
  viewer: Viewer
  /** Steps to get there, if the URL isn't enough. */
  reach?: (page: Page) => Promise<void>
}>

const screen = (viewer: Viewer, path: string, more: Partial<Screen> = {}): Screen => ({
  name: path.slice(1).replaceAll('/', '-'),
  path,
  viewer,
  ...more,
})

const expenses = paths.expenses(incomeYearOf(sydneyDay(new Date())))
const fuel = '/categories/01937000-0000-7000-8000-000000000001'

/** Every screen to take a picture of. */
export const screens: readonly Screen[] = [
  screen('visitor', '/', { name: 'landing' }),
  ...[
    '/lodgement',
    '/privacy',
    '/terms',
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
    '/to-file',
    '/receipts',
    '/receipts?missing=any',
    '/shares',
    '/clients',
    '/categories',
    '/trash',
    '/years/2026-27/records',
    '/years/2026-27/records/hours',
    '/years/2026-27/records/car',
    '/years/2026-27/records/laundry',
    '/years/2026-27/records/phone',
    '/sample',
    '/profile',
    fuel,
    '/subscription',
    '/pricing-duration',
    '/success-subscription',
    '/dashboard-celebrate',
    '/complete',
  ].map((path) => screen('user', path)),
  screen('user', fuel, {
    name: 'category-selecting',
    reach: (page) => page.getByRole('button', { name: /^Select (all|it)/ }).click(),
  }),
  screen('user', fuel, { name: 'receipt', reach: (page) => page.getByText('Shell Coles').first().click() }),
  screen('user', fuel, {
    name: 'receipt-label',
    reach: async (page) => {
      await page.getByText('Shell Coles').first().click()
      await page.getByRole('heading', { name: 'Deduction label' }).scrollIntoViewIfNeeded()
    },
  }),
  ...['Move', 'Delete'].map((item) =>
    screen('user', fuel, {
      name: `receipt-${item.toLowerCase()}`,
      reach: async (page) => {
        await page
          .getByRole('button', { name: /^More actions for/ })
          .first()
          .click()
        await page.getByRole('menuitem', { name: item }).click()
        if (item === 'Delete') await page.getByRole('button', { name: item }).click()
      },
    }),
  ),
  screen('user', expenses, { name: 'expenses' }),
  screen('user', expenses, {
    name: 'expense',
    reach: (page) => page.getByRole('button', { name: 'Record an expense' }).click(),
  }),
  ...['Invite your accountant', 'What they opened', 'Answer'].map((name) =>
    screen('user', '/shares', {
      name: `shares-${name.split(' ')[0]!.toLowerCase()}`,
      reach: (page) => page.getByRole('button', { name }).last().click(),
    }),
  ),
  screen('user', '/shares', {
    name: 'shares-answer-photo',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Answer' }).first().click()
      const picture = await drawDocket({ supplier: 'Officeworks', totalCents: 24_900 })
      const photo = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(picture) }
      await page.getByLabel('File').setInputFiles(photo)
      await page.getByRole('button', { name: 'File it later' }).waitFor()
    },
  }),
  screen('user', '/clients', {
    name: 'room',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Open/ }).click()
      await page.getByRole('heading', { name: /’s records$/ }).waitFor()
    },
  }),
  screen('user', '/clients', {
    name: 'room-receipt',
    reach: async (page) => {
      await page.getByRole('button', { name: /^Open/ }).click()
      await page.getByRole('tab', { name: 'Receipts' }).click()
      await page.getByRole('button', { name: /^Shell/ }).click()
    },
  }),
  screen('visitor', '/verify?token=link&email=pat@example.com', { name: 'verify-email' }),
  screen('visitor', '/room#token=link', { name: 'room-enter' }),
  screen('visitor', '/room', { name: 'room-closed' }),
  screen('user', '/years'),
  screen('user', '/years/2025-26'),
  screen('user', '/years/2026-27/pack', { name: 'pack' }),
  screen('user', '/years/2026-27/pack', {
    name: 'pack-being-made',
    reach: (page) => page.getByRole('button', { name: /^Make (a new|tax) pack/ }).click(),
  }),
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
  screen('newcomer', '/subscription', {
    name: 'trial-offer',
    reach: async (page) => {
      await page.evaluate(() => history.replaceState({ ...history.state, usr: { isFirstLogin: true } }, ''))
      await page.reload()
      await page.getByRole('button', { name: 'Start free trial' }).waitFor()
    },
  }),
  screen('newcomer', '/dashboard', { name: 'dashboard-no-plan' }),
  screen('newcomer', '/capture', { name: 'capture-no-plan' }),
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
  screen('payer', '/checkout?plan=01937000-0000-7000-8000-000000000102', { name: 'checkout-subscribed' }),
  screen('payer', '/portal', {
    reach: (page) =>
      page
        .getByRole('heading', { name: /billing|subscription/i })
        .first()
        .waitFor(),
  }),
  screen('payer', '/pricing-duration', { name: 'pricing-duration-payer' }),
  ...['/profile/security', '/profile/data'].map((path) => screen('user', path)),
  screen('user', '/profile/security', {
    name: 'profile-second-factor',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await page.getByRole('button', { name: 'Turn on' }).click()
    },
  }),
  screen('user', '/profile/data', {
    name: 'profile-close',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Close my account' }).click()
      await page.getByRole('button', { name: 'Continue anyway' }).click()
      await page.getByLabel('Password', { exact: true }).waitFor()
    },
  }),
  ...[
    '/admin-dashboard',
    '/admin-dashboard/messages',
    '/admin-dashboard/lodgements',
    '/admin-dashboard/payments',
    '/admin-dashboard/finance',
    '/admin-dashboard/finance/subscriptions',
    '/admin-dashboard/promotions',
    '/admin-dashboard/administrators',
    '/admin-dashboard/reading',
    '/admin-dashboard/backups',
    '/admin-dashboard/audit-log',
  ].map((path) => screen('administrator', path)),
  screen('administrator', '/profile/security', { name: 'profile-security-administrator' }),
  screen('administrator', '/admin-dashboard', {
    name: 'admin-suspend',
    reach: async (page) => {
      await page.getByRole('button', { name: /priya/ }).filter({ visible: true }).click()
      await page.getByRole('button', { name: 'Suspend' }).click()
    },
  }),
  screen('administrator', '/admin-dashboard', {
    name: 'admin-create-plan',
    reach: (page) => page.getByRole('button', { name: 'Create plan' }).click(),
  }),
  screen('administrator', '/admin-dashboard', { name: 'admin-payments-found', reach: findPayerPayments }),
  screen('administrator', '/admin-dashboard', {
    name: 'refund',
    reach: async (page) => {
      await findPayerPayments(page)
      await page
        .getByRole('button', { name: /^Refund/ })
        .first()
        .click()
    },
  }),
]

/** The payer's email differs each time, so it's read from the list of subscribers. */
async function findPayerPayments(page: Page): Promise<void> {
  const email = await page
    .getByText(/^tom\.\w+@/)
    .first()
    .textContent()
  await page.goto(`/admin-dashboard/payments?find=${encodeURIComponent(email!)}`)
  await page.getByRole('table', { name: 'Payments' }).waitFor()
}
