import { paths } from '@docketbox/contract'
import type { Mail, MailDeps, Recipient } from '#platform/mail/mail.ts'

/** The layout shared by mails about two-step login. */
function securityMail(
  { config, publicUrl }: MailDeps,
  user: Recipient,
  {
    subject,
    paragraph,
    label = 'See my security settings',
    cause = `the security settings of your ${config.PRODUCT_NAME} account changed`,
  }: Record<'subject' | 'paragraph', string> & {
    label?: string
    cause?: string
  },
): Mail {
  return {
    to: user.email,
    subject,
    heading: subject,
    paragraphs: [`Hi ${user.firstName}, ${paragraph}`],
    button: { label, url: `${publicUrl}${paths.security}` },
    closing: [`If this wasn’t you, choose a new password straight away and email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because ${cause}.`,
  }
}

export function recoveryCodeUsedMail(deps: MailDeps, user: Recipient, codesLeft: number): Mail {
  return securityMail(deps, user, {
    subject: 'A recovery code was used',
    paragraph: `someone has just logged in to your account with a recovery code. You have ${codesLeft} left.`,
    label: 'Create new codes',
    cause: `someone logged in to your ${deps.config.PRODUCT_NAME} account with a recovery code`,
  })
}

export function secondFactorChangedMail(deps: MailDeps, user: Recipient, isOn: boolean): Mail {
  return securityMail(deps, user, {
    subject: `Two-step login was turned ${isOn ? 'on' : 'off'}`,
    paragraph: isOn
      ? 'from now on you’ll enter a code from your authenticator app when you log in. Keep your recovery codes somewhere other than your phone.'
      : 'from now on you’ll log in with your password alone. Your other devices have been logged out.',
  })
}

export function passkeyChangedMail(
  deps: MailDeps,
  user: Recipient,
  change: { isAdded: true; name: string } | { isAdded: false },
): Mail {
  return securityMail(deps, user, {
    subject: change.isAdded ? 'A passkey was added' : 'A passkey was removed',
    paragraph: change.isAdded
      ? `you can now log in with your password and the passkey “${change.name}”.`
      : 'this passkey no longer works for logging in to your account. Your other devices have been logged out.',
  })
}

/** Sent when support turns off two-step login for someone who is locked out. */
export function secondFactorResetMail({ config, publicUrl }: MailDeps, user: Recipient): Mail {
  return {
    to: user.email,
    subject: 'Two-step login was turned off',
    heading: 'Two-step login was turned off',
    paragraphs: [
      `Hi ${user.firstName}, because you were locked out, our support team has turned off two-step login and logged out every device.`,
      'Log in with your password and set it up again.',
    ],
    button: { label: 'Log in', url: `${publicUrl}${paths.login}` },
    closing: [`Didn’t ask for this? Choose a new password straight away and email ${config.SUPPORT_EMAIL}.`],
    reason: `You’re receiving this because the security settings of your ${config.PRODUCT_NAME} account changed.`,
  }
}
