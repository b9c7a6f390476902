import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** The table of all screens. One line a screen; a screen enters it when it is built. */
export default [
  // For everybody, with the header and footer of the public site.
  layout('features/frame/public-layout.tsx', [
    index('features/landing/landing-page.tsx'),
    route('lodgement', 'features/lodgement/page.tsx'),
  ]),

  layout('features/frame/data-layout.tsx', [
    // For visitors on their way in.
    layout('features/frame/guest-layout.tsx', [
      route('welcome', 'features/auth/welcome-page.tsx'),
      route('register', 'features/auth/register-page.tsx'),
      route('admin-register', 'features/auth/admin-register-page.tsx'),
      route('login', 'features/auth/login-page.tsx'),
      route('email_verify', 'features/auth/email-verify-page.tsx'),
      route('verify', 'features/auth/verify-page.tsx'),
      route('resend-verification', 'features/auth/resend-verification-page.tsx'),
      route('forgetpassword', 'features/auth/forget-password-page.tsx'),
      route('reset-password', 'features/auth/reset-password-page.tsx'),
      route('change-email', 'features/profile/change-email-page.tsx'),
      route('error', 'features/auth/error-page.tsx'),
    ]),

    // For people who are signed in; the layout guards them.
    layout('features/frame/protected-layout.tsx', [
      route('dashboard', 'features/receipts/dashboard/page.tsx'),
      route('categories', 'features/receipts/categories/page.tsx'),
      route('categories/:categoryId', 'features/receipts/category/page.tsx'),
      route('trash', 'features/receipts/bin/page.tsx'),
      route('success', 'features/receipts/success/page.tsx'),
      route('sample', 'features/receipts/sample/page.tsx'),
      route('capture', 'features/receipts/capture/page.tsx'),
      route('custom-upload', 'features/receipts/upload/page.tsx'),
      route('preview', 'features/receipts/preview/page.tsx'),
      route('category', 'features/receipts/filing/page.tsx'),
      route('profile', 'features/profile/profile-page.tsx'),
      route('profile/security', 'features/profile/security-page.tsx'),
      route('profile/data', 'features/account/data-page.tsx'),
      route('subscription', 'features/subscriptions/plans/page.tsx'),
      route('upgrade', 'features/subscriptions/manage/page.tsx'),
      route('portal', 'features/subscriptions/portal/page.tsx'),
      route('dashboard-celebrate', 'features/subscriptions/trial/page.tsx'),
      route('pricing-duration', 'features/payments/months/page.tsx'),
      route('create-payment', 'features/payments/card/page.tsx'),
      route('complete', 'features/payments/outcome/status-page.tsx'),
      route('success-subscription', 'features/payments/outcome/subscribed-page.tsx'),
      route('payment-history', 'features/payments/history/page.tsx'),
      // For administrators.
      layout('features/frame/admin-layout.tsx', [
        route('admin-dashboard', 'features/admin/subscribers/page.tsx'),
        route('admin-dashboard/payments', 'features/payments/admin/page.tsx'),
        route('admin-dashboard/messages', 'features/inbox/messages-page.tsx'),
        route('admin-dashboard/lodgements', 'features/inbox/lodgements-page.tsx'),
        route('admin-dashboard/administrators', 'features/admin/administrators/page.tsx'),
        route('admin-dashboard/audit-log', 'features/admin/audit/page.tsx'),
      ]),
    ]),
  ]),

  // The design system on show, only where it is asked for (npm run gallery).
  ...(import.meta.env['VITE_GALLERY'] ? [route('gallery', 'gallery/gallery-page.tsx')] : []),

  route('*', 'features/frame/not-found-page.tsx'),
] satisfies RouteConfig
