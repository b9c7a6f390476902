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
    paragraph: `someone has just used one of your recovery codes, to log in or to confirm a change to your account. You have ${codesLeft || 'none'} left.`,
    label: 'Create new codes',
    cause: `someone used a recovery code for your ${deps.config.PRODUCT_NAME} account`,
  })
}

const OTHERS_LOGGED_OUT = 'Your other devices have been logged out.'
const KEEP_CODES =
  'Keep your recovery codes somewhere other than your phone. If you haven’t saved them, create new ones in your security settings.'
const NEW_CODES = 'You also have new recovery codes: the earlier ones no longer work.'

const changes = {
  on: {
    subject: 'Two-step login was turned on',
    paragraph: `from now on you’ll also enter a code from your authenticator app when you log in. ${OTHERS_LOGGED_OUT} ${KEEP_CODES}`,
  },
  appAdded: {
    subject: 'An authenticator app was added',
    paragraph: `you can now use codes from your authenticator app as the second step when you log in. ${OTHERS_LOGGED_OUT} ${NEW_CODES}`,
  },
  appReplaced: {
    subject: 'Your authenticator app was replaced',
    paragraph: `only the codes from your new authenticator app work now. ${OTHERS_LOGGED_OUT} ${NEW_CODES}`,
  },
  codesReplaced: {
    subject: 'Your recovery codes were replaced',
    paragraph: `you have new recovery codes, and the earlier ones no longer work. ${KEEP_CODES}`,
  },
  off: {
    subject: 'Two-step login was turned off',
    paragraph: `from now on you’ll log in without a second step. ${OTHERS_LOGGED_OUT}`,
  },
}

export function secondFactorChangedMail(deps: MailDeps, user: Recipient, change: keyof typeof changes): Mail {
  return securityMail(deps, user, changes[change])
}

/**
 * Without the passkey's name: a thief may have chosen it, and mail programs turn some into links.
 * @param isFirst whether the passkey turned two-step login on.
 */
export function passkeyAddedMail(deps: MailDeps, user: Recipient, { isFirst }: { isFirst: boolean }): Mail {
  const paragraph = isFirst
    ? `you’ve turned on two-step login. You’ll also use a passkey when you log in. ${OTHERS_LOGGED_OUT} ${KEEP_CODES}`
    : 'you can now use a new passkey as the second step when you log in.'
  return securityMail(deps, user, { subject: 'A passkey was added', paragraph })
}

/** @param isLast whether removing the passkey turned two-step login off. */
export function passkeyRemovedMail(deps: MailDeps, user: Recipient, { isLast }: { isLast: boolean }): Mail {
  const effect = isLast ? 'two-step login is now off' : 'you can no longer log in with it'
  return securityMail(deps, user, {
    subject: 'A passkey was removed',
    paragraph: `one of your passkeys was removed, and ${effect}. ${OTHERS_LOGGED_OUT}`,
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
