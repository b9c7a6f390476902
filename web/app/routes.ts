import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every screen and its path. */
export default [
  // Public, with the site's header and footer.
  layout('features/frame/public/layout.tsx', [
    index('features/landing/landing-page.tsx'),
    route('lodgement', 'features/lodgement/page.tsx'),
    route('privacy', 'features/policies/privacy-page.tsx'),
    route('terms', 'features/policies/terms-page.tsx'),
  ]),

  layout('features/frame/data-layout.tsx', [
    // For guests: signing up, logging in.
    layout('features/frame/guest-layout.tsx', [
      route('welcome', 'features/auth/welcome/page.tsx'),
      route('register', 'features/auth/sign-up/register-page.tsx'),
      route('admin-register', 'features/auth/sign-up/admin-register-page.tsx'),
      route('login', 'features/auth/login/page.tsx'),
      route('email_verify', 'features/auth/verification/email-verify-page.tsx'),
      route('verify', 'features/auth/verification/verify-page.tsx'),
      route('resend-verification', 'features/auth/verification/resend-page.tsx'),
      route('forgetpassword', 'features/auth/password/forget-page.tsx'),
      route('reset-password', 'features/auth/password/reset-page.tsx'),
      route('change-email', 'features/profile/change-email/page.tsx'),
      route('error', 'features/frame/errors/error-page.tsx'),
    ]),

    // What someone else shares, with a separate session.
    route('room', 'features/rooms/room/page.tsx'),

    // Signed in; the layout redirects guests to the login.
    layout('features/frame/signed-in/layout.tsx', [
      route('dashboard', 'features/receipts/dashboard/page.tsx'),
      route('receipts', 'features/receipts/search/page.tsx'),
      route('categories', 'features/receipts/categories/page.tsx'),
      route('categories/:categoryId', 'features/receipts/category/page.tsx'),
      route('review/:uploadId', 'features/receipts/review/page.tsx'),
      route('trash', 'features/receipts/bin/page.tsx'),
      route('success', 'features/receipts/success/page.tsx'),
      route('sample', 'features/receipts/sample/page.tsx'),
      route('capture', 'features/receipts/capture/page.tsx'),
      route('custom-upload', 'features/receipts/upload/page.tsx'),
      route('preview', 'features/receipts/preview/page.tsx'),
      route('category', 'features/receipts/filing/page.tsx'),
      route('to-file', 'features/receipts/to-file/page.tsx'),
      route('shares', 'features/rooms/shares/page.tsx'),
      route('clients', 'features/rooms/clients/page.tsx'),
      route('years', 'features/years/list/page.tsx'),
      route('records', 'features/records/current-year-page.tsx'),
      layout('features/years/year-layout.tsx', [
        route('years/:incomeYear', 'features/years/year/page.tsx'),
        route('years/:incomeYear/pack', 'features/packs/page.tsx'),
        route('years/:incomeYear/evidence', 'features/expenses-without-receipt/page.tsx'),
        route('years/:incomeYear/records', 'features/records/overview/page.tsx'),
        route('years/:incomeYear/records/hours', 'features/records/hours/page.tsx'),
        route('years/:incomeYear/records/car', 'features/records/car/page.tsx'),
        route('years/:incomeYear/records/laundry', 'features/records/laundry/page.tsx'),
        route('years/:incomeYear/records/phone', 'features/records/phone/page.tsx'),
      ]),
      route('profile', 'features/profile/details/page.tsx'),
      route('profile/security', 'features/profile/security/page.tsx'),
      route('profile/data', 'features/account/data-page.tsx'),
      route('upgrade', 'features/subscriptions/manage/page.tsx'),
      route('portal', 'features/subscriptions/portal/page.tsx'),
      route('complete', 'features/payments/outcome/status-page.tsx'),
      route('success-subscription', 'features/payments/outcome/subscribed-page.tsx'),
      route('payment-history', 'features/payments/history/page.tsx'),
      // What's for sale; administrators can't buy it.
      layout('features/frame/signed-in/customer-layout.tsx', [
        route('subscription', 'features/subscriptions/plans/page.tsx'),
        route('checkout', 'features/subscriptions/checkout/page.tsx'),
        route('dashboard-celebrate', 'features/subscriptions/trial/page.tsx'),
        route('pricing-duration', 'features/payments/months/page.tsx'),
        route('create-payment', 'features/payments/card/page.tsx'),
      ]),
      // Administrators.
      layout('features/frame/signed-in/admin-layout.tsx', [
        route('admin-dashboard', 'features/admin/subscribers/page.tsx'),
        route('admin-dashboard/payments', 'features/payments/admin/page.tsx'),
        route('admin-dashboard/finance', 'features/payments/overview/page.tsx'),
        route('admin-dashboard/finance/subscriptions', 'features/payments/overview/subscriptions-page.tsx'),
        route('admin-dashboard/promotions', 'features/payments/promotions/page.tsx'),
        route('admin-dashboard/messages', 'features/inbox/messages-page.tsx'),
        route('admin-dashboard/lodgements', 'features/inbox/lodgements-page.tsx'),
        route('admin-dashboard/reading', 'features/admin/reading/page.tsx'),
        route('admin-dashboard/backups', 'features/backups/page.tsx'),
        layout('features/frame/signed-in/super-admin-layout.tsx', [
          route('admin-dashboard/administrators', 'features/admin/administrators/page.tsx'),
          route('admin-dashboard/audit-log', 'features/admin/audit/page.tsx'),
        ]),
      ]),
    ]),
  ]),

  route('*', 'features/frame/errors/not-found-page.tsx'),
] satisfies RouteConfig
