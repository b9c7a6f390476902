import { formatDay, lastDayOf, paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'

/**
 * The reason an administrator entered isn't shown to the user.
 * @param hasPendingPayment whether a payment is under way, which we can't stop.
 */
export function suspendedMail(
  { config, publicUrl }: MailDeps,
  user: Recipient & { role: string; purgeAt: Date | null },
  charges: { isCancellingPlan: boolean; hasPendingPayment: boolean },
): Mail {
  const kept = user.purgeAt
    ? ' We still have your receipts, and won’t delete them while it’s suspended.'
    : ' We still have your receipts.'
  return {
    to: user.email,
    subject: 'Your account is suspended',
    heading: 'Your account is suspended',
    paragraphs: [
      `Hi ${user.firstName}, we’ve suspended your ${config.PRODUCT_NAME} account. You’ve been logged out on every device and can’t log in for now.${user.role === 'User' ? kept : ''}`,
      ...describeCharges(charges),
    ],
    button: { label: 'Contact us', url: `${publicUrl}${paths.contact}` },
    closing: [`If you think this is a mistake, email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because you have an account with ${config.PRODUCT_NAME}.`,
  }
}

function describeCharges(charges: { isCancellingPlan: boolean; hasPendingPayment: boolean }): string[] {
  const { isCancellingPlan, hasPendingPayment } = charges
  if (!hasPendingPayment)
    return isCancellingPlan ? ['Your subscription won’t renew, and you won’t be charged.'] : []
  return [
    isCancellingPlan
      ? 'We won’t renew your subscription again, but a payment that’s under way may still go through.'
      : 'A payment that’s under way may still go through.',
  ]
}

type EndingPlan = {
  /** Null while a payment for its renewal is under way. */
  endsAt: Date | null
  /** Whether its user can have it renew again. */
  canResume: boolean
}

/**
 * @param isRenewing whether they have a plan that was never cancelled, because Stripe couldn't be reached.
 */
export function unsuspendedMail(
  { config, publicUrl }: MailDeps,
  user: Recipient & { purgeAt: Date | null },
  { ending, isRenewing }: { ending: EndingPlan | undefined; isRenewing: boolean },
): Mail {
  const mail = {
    to: user.email,
    subject: 'Your account is no longer suspended',
    reason: `You’re receiving this because you have an account with ${config.PRODUCT_NAME}.`,
  }
  // Their plan stays cancelled, and reopening has its own email.
  if (user.purgeAt)
    return {
      ...mail,
      heading: 'Your account is no longer suspended',
      paragraphs: [
        `Hi ${user.firstName}, your ${config.PRODUCT_NAME} account is no longer suspended. It’s still closed, as you asked. Until ${formatDay(lastDayOf(user.purgeAt))} you can log in and reopen it.`,
      ],
      button: { label: 'Reopen my account', url: `${publicUrl}${paths.login}` },
    }
  return {
    ...mail,
    heading: 'Welcome back',
    paragraphs: [
      `Hi ${user.firstName}, your ${config.PRODUCT_NAME} account is no longer suspended. You can log in again, and everything is where you left it.`,
      ...(ending ? [endOf(ending)] : []),
      ...(isRenewing
        ? [
            'Your subscription still renews, because we couldn’t cancel it in time. You can cancel it under Manage Subscription.',
          ]
        : []),
    ],
    button:
      ending || isRenewing
        ? { label: 'See my plan', url: `${publicUrl}${paths.manageSubscription}` }
        : { label: 'Log in', url: `${publicUrl}${paths.login}` },
  }
}

function endOf({ endsAt, canResume }: EndingPlan): string {
  const end = endsAt
    ? `Your plan ends on ${formatDay(lastDayOf(endsAt))} and won’t renew.`
    : 'We won’t renew your plan again, but a renewal payment that’s under way may still go through.'
  return canResume
    ? `${end} To keep your plan, log in and choose Keep my plan under Manage Subscription.`
    : end
}
