import { formatDay, lastDayOf, paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'

/**
 * @param isFormer whether it goes to an address that the account can still be moved back to.
 * @param hasPendingPayment whether a payment is under way, which we can't stop.
 */
export function closedMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  { purgeAt, isFormer, hasPendingPayment }: { purgeAt: Date; isFormer: boolean; hasPendingPayment: boolean },
): Mail {
  const day = formatDay(lastDayOf(purgeAt))
  const news = isFormer
    ? `someone who’s logged in to your ${config.PRODUCT_NAME} account has closed it, and we’ve logged out every device.`
    : `we’ve closed your ${config.PRODUCT_NAME} account as you asked and logged out every device.`
  const charge = hasPendingPayment
    ? 'We won’t charge you again, but a payment that’s under way may still go through.'
    : 'You won’t be charged again.'
  return {
    to: user.email,
    subject: 'Your account is closed',
    heading: 'Your account is closed',
    paragraphs: [
      `Hi ${user.firstName}, ${news} ${charge}`,
      `Until ${day} you can log in and reopen it. After that we permanently delete every receipt and file.`,
    ],
    button: { label: 'Reopen my account', url: `${publicUrl}${paths.login}` },
    closing: [
      'The ATO can ask for receipts for five years. If you haven’t downloaded yours yet, reopen your account, download them, then close it again.',
      isFormer
        ? 'If this wasn’t you, press “keep my email” in the email we sent you before your address changed. Then choose a new password with “Forgot password?”, log in and reopen your account.'
        : 'If this wasn’t you, log in, reopen your account and choose a new password.',
    ],
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} account was closed.`,
  }
}

/** @param isRenewing whether they have a subscription that was never cancelled, because Stripe couldn’t be reached. */
export function reopenedMail({ config, publicUrl }: MailDeps, user: Recipient, isRenewing: boolean): Mail {
  return {
    to: user.email,
    subject: 'Your account has been reopened',
    heading: 'Welcome back',
    paragraphs: [
      `Hi ${user.firstName}, someone has just logged in and reopened your account. Everything is where you left it.`,
      isRenewing
        ? 'Your subscription still renews, because we couldn’t cancel it in time. You can cancel it under Manage Subscription.'
        : 'If you had a subscription, it won’t renew.',
      'If you share your records, the links we’ve emailed to others no longer work. You can send new ones.',
    ],
    button: isRenewing
      ? { label: 'See my plan', url: `${publicUrl}${paths.manageSubscription}` }
      : { label: 'See my account', url: `${publicUrl}${paths.profile}` },
    closing: [`If this wasn’t you, choose a new password straight away and email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} account was reopened.`,
  }
}
