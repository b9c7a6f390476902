import { paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'

/** @param isPasswordRemoved whether we removed the password: the address was never verified, so anyone could have chosen it. */
export function googleLinkedMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  { isPasswordRemoved }: { isPasswordRemoved: boolean },
): Mail {
  return {
    to: user.email,
    subject: 'You can now log in with Google',
    heading: 'Your account is linked to Google',
    paragraphs: [
      `Hi ${user.firstName}, you’ve just logged in with Google. From now on you can log in with the Google account for this email address.`,
      ...(isPasswordRemoved
        ? [
            'The email address hadn’t been verified, so we’ve removed the password chosen at sign-up. To log in with a password too, choose one with “Forgot password?”.',
          ]
        : []),
    ],
    button: { label: 'See my account', url: `${publicUrl}${paths.profile}` },
    closing: [`If this wasn’t you, email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because your ${config.PRODUCT_NAME} account was linked to a Google account.`,
  }
}
