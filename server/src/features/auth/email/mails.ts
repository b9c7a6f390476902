import { paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'
import { linkTo } from '../mail-links.ts'

/** Without a name: it may be a stranger’s address. */
export function newAddressMail({ config, publicUrl }: MailDeps, user: Recipient, token: string): Mail {
  return {
    to: user.email,
    subject: 'Confirm your new email',
    heading: 'Confirm your new email',
    paragraphs: [
      `Use this link to move your ${config.PRODUCT_NAME} account to this email address. It works for 24 hours.`,
    ],
    button: {
      label: 'Confirm my new email',
      url: linkTo(publicUrl, paths.changeEmail, '#', { confirm: token }),
    },
    closing: [
      'Didn’t ask for this? Ignore this email. If you confirm, the person who did can log in with your email address.',
    ],
    reason: `You’re receiving this because someone wants to use this address for their ${config.PRODUCT_NAME} account.`,
  }
}

/** Sent to the current address, with a link that stops the change. */
export function oldAddressMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  { newEmail, token }: { newEmail: string; token: string },
): Mail {
  return {
    to: user.email,
    subject: 'Your email is about to change',
    heading: 'Your email is about to change',
    paragraphs: [
      `Hi ${user.firstName}, someone who’s logged in to your account has asked to change its email address to ${newEmail}. If this was you, you’re all set. If it wasn’t, keep your current email.`,
    ],
    button: {
      label: 'Keep my email',
      url: linkTo(publicUrl, paths.changeEmail, '#', { keep: token }),
    },
    closing: [
      'The link works for seven days, even after the change. It logs out every device, and your password stops working, so choose a new one afterwards.',
    ],
    reason: `You’re receiving this because this is the email address of your ${config.PRODUCT_NAME} account.`,
  }
}

/** `hadGoogle`: whether a Google account was linked under the address before. */
type Addresses = { from: string; to: string; hadGoogle: boolean }

/** Sent to both addresses. The mail to the previous one says how to undo the change. */
export function emailChangedMail(deps: MailDeps, user: Recipient, addresses: Addresses): Mail {
  return changeMail(deps, user, {
    subject: 'Your email was changed',
    news: 'your account now uses your new email address. Your other devices have been logged out.',
    addresses,
    ...(user.email === addresses.from && {
      closing:
        'If this wasn’t you, press “keep my email” in the email we sent you before the change. Then choose a new password.',
    }),
  })
}

/** Sent to both addresses when the link to keep one took back a change. */
export function emailRestoredMail(deps: MailDeps, user: Recipient, addresses: Addresses): Mail {
  return changeMail(deps, user, {
    subject: 'Your email was changed back',
    news: 'your account uses its previous email address again, because someone pressed “keep my email”. We’ve logged out every device and turned off your password. We’ve also ended any shares, and removed any passkeys, authenticator app and recovery codes, added since the first change was requested.',
    addresses,
    ...(user.email === addresses.to && {
      closing: 'Choose a new password to log in again.',
      button: { label: 'Choose a new password', url: `${deps.publicUrl}${paths.forgetPassword}` },
    }),
  })
}

const GOOGLE_UNLINKED =
  'Your Google account is no longer linked. To log in, use the Google account of your current email address, or choose a password with “Forgot password?”.'

type Change = Pick<Mail, 'subject' | 'button'> & { news: string; addresses: Addresses; closing?: string }

function changeMail(
  { config }: MailDeps,
  user: Recipient,
  { subject, news, addresses, closing, button }: Change,
): Mail {
  return {
    to: user.email,
    subject,
    heading: subject,
    paragraphs: [`Hi ${user.firstName}, ${news}`, ...(addresses.hadGoogle ? [GOOGLE_UNLINKED] : [])],
    facts: [
      ['Before', addresses.from],
      ['Now', addresses.to],
    ],
    button,
    closing: [closing ?? `If this wasn’t you, email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because the email address of your ${config.PRODUCT_NAME} account changed.`,
  }
}
