import { paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'
import { linkTo } from '../mail-links.ts'

/**
 * Without a name: someone else may have entered it.
 * @param returnTo a path of this site, to come to after logging in.
 */
export function verificationMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  { token, returnTo }: { token: string; returnTo?: string | undefined },
): Mail {
  return {
    to: user.email,
    subject: `Verify your email for ${config.PRODUCT_NAME}`,
    heading: `Welcome to ${config.PRODUCT_NAME}`,
    paragraphs: ['One more step: confirm your email address. The link works for 24 hours.'],
    button: {
      label: 'Verify my email',
      url: linkTo(publicUrl, paths.verify, '?', {
        token,
        email: user.email,
        ...(returnTo !== undefined && { returnTo }),
      }),
    },
    closing: [
      'Didn’t sign up? Ignore this email. If you verify, the person who did can log in with your email address.',
    ],
    reason: `You’re receiving this because someone signed up for ${config.PRODUCT_NAME} with this email address.`,
  }
}

/** Sent instead of a verification link once the address is verified. */
export function alreadyVerifiedMail({ config, publicUrl }: MailDeps, user: Recipient): Mail {
  return {
    to: user.email,
    subject: 'Your email is already verified',
    heading: 'You’re already verified',
    paragraphs: [`Hi ${user.firstName}, your email address is verified, so you can log in straight away.`],
    button: { label: 'Log in', url: `${publicUrl}${paths.login}` },
    reason: `You’re receiving this because someone asked ${config.PRODUCT_NAME} for a new verification link.`,
  }
}
