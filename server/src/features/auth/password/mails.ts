import { paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'
import { linkTo } from '../mail-links.ts'

/** Without a name: if no one has verified the address, someone else may have entered it. */
export function resetMail({ config, publicUrl }: MailDeps, user: Recipient, token: string): Mail {
  return {
    to: user.email,
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: ['Use this link to choose a new password. It expires in 30 minutes and works once.'],
    button: {
      label: 'Choose a new password',
      url: linkTo(publicUrl, paths.resetPassword, '#', { token, email: user.email }),
    },
    closing: ['Didn’t ask for this? Ignore this email and your password won’t change.'],
    reason: `You’re receiving this because someone asked to reset the password of your ${config.PRODUCT_NAME} account.`,
  }
}

export function passwordChangedMail({ config, publicUrl }: MailDeps, user: Recipient): Mail {
  return {
    to: user.email,
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `Hi ${user.firstName}, your password has just been changed, and your other devices have been logged out.`,
      'If this was you, you’re all set.',
    ],
    button: { label: 'This wasn’t me', url: `${publicUrl}${paths.forgetPassword}` },
    closing: [`If this wasn’t you, choose a new password straight away and email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because the password of your ${config.PRODUCT_NAME} account changed.`,
  }
}

/** Sent after many wrong passwords in a row. */
export function manyFailuresMail({ config, publicUrl }: MailDeps, user: Recipient, failures: number): Mail {
  return {
    to: user.email,
    subject: 'Someone is trying to log in to your account',
    heading: `${failures} wrong passwords`,
    paragraphs: [
      `Hi ${user.firstName}, someone has entered a wrong password for your account ${failures} times. They didn’t get in, and the wait between attempts gets longer each time.`,
    ],
    button: { label: 'Choose a new password', url: `${publicUrl}${paths.forgetPassword}` },
    closing: ['If this was you, choosing a new password lets you log in straight away.'],
    reason: `You’re receiving this because of failed attempts to log in to your ${config.PRODUCT_NAME} account.`,
  }
}
