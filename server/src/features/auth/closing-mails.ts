import { formatDay, sydneyDay } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Needs = Pick<Deps, 'config' | 'publicUrl'>
type To = { email: string; firstName: string }

export function closedMail({ config, publicUrl }: Needs, to: To, purgeAt: Date): Mail {
  const day = formatDay(sydneyDay(purgeAt))
  return {
    to: to.email,
    subject: 'Your account is closed',
    heading: 'Your account is closed',
    paragraphs: [
      `Hello ${to.firstName}, as you asked, your ${config.PRODUCT_NAME} account is closed and every device is logged out. A plan that renews by itself is not charged again.`,
      `Until ${day} you can log in and open it again, with everything as it was. After that every receipt and every file is deleted for good.`,
    ],
    button: { label: 'Open my account again', url: `${publicUrl}/login` },
    closing: [
      'Claims need their receipts for five years: if you have not taken yours with you, open the account again and download them.',
      `If it was not you, log in, open the account again and choose a new password.`,
    ],
    reason: `You got this mail because your ${config.PRODUCT_NAME} account was closed.`,
  }
}

export function purgeReminderMail({ config, publicUrl }: Needs, to: To, purgeAt: Date): Mail {
  const day = formatDay(sydneyDay(purgeAt))
  return {
    to: to.email,
    subject: `Your receipts will be deleted on ${day}`,
    heading: `Deleted on ${day}`,
    paragraphs: [
      `Hello ${to.firstName}, you closed your ${config.PRODUCT_NAME} account. On ${day} every receipt and every file in it is deleted for good, and nobody can bring it back.`,
    ],
    button: { label: 'Open my account again', url: `${publicUrl}/login` },
    closing: ['If that is what you want, there is nothing to do.'],
    reason: `You got this mail because your ${config.PRODUCT_NAME} account is closed.`,
  }
}

export function reopenedMail({ config, publicUrl }: Needs, to: To): Mail {
  return {
    to: to.email,
    subject: 'Your account is open again',
    heading: 'Welcome back',
    paragraphs: [
      `Hello ${to.firstName}, somebody has just logged in and opened your account again. Everything is as it was; a plan that renewed by itself does not any more.`,
    ],
    button: { label: 'See my account', url: `${publicUrl}/profile` },
    closing: [`If it was not you, choose a new password now and write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because your ${config.PRODUCT_NAME} account was opened again.`,
  }
}

export function purgedMail({ config }: Pick<Needs, 'config'>, to: To): Mail {
  return {
    to: to.email,
    subject: 'Your account was deleted',
    heading: 'Your account was deleted',
    paragraphs: [
      `Hello ${to.firstName}, your ${config.PRODUCT_NAME} account and everything in it is deleted. This is the last mail you get from us.`,
      'What you paid stays in our books without your name, for as long as tax law asks us to keep them.',
    ],
    reason: `You got this mail because you closed your ${config.PRODUCT_NAME} account.`,
  }
}
