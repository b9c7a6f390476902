import type { Deps } from '#platform/config/deps.ts'
import type { Mail } from '#platform/mail/mail.ts'

type Needs = Pick<Deps, 'config' | 'publicUrl'>
type To = { email: string; firstName: string }

/** An address of the web app with a secret in it. Only `/verify` has it in the query (specification §2). */
function linkTo(
  publicUrl: string,
  path: string,
  separator: '?' | '#',
  values: Record<string, string>,
): string {
  return `${publicUrl}${path}${separator}${new URLSearchParams(values).toString()}`
}

export function verificationMail({ config, publicUrl }: Needs, to: To, token: string): Mail {
  return {
    to: to.email,
    subject: `Verify your email for ${config.PRODUCT_NAME}`,
    heading: `Welcome, ${to.firstName}`,
    paragraphs: ['One step is left: tell us that this address is yours. The link works for 24 hours.'],
    button: { label: 'Verify my email', url: linkTo(publicUrl, '/verify', '?', { token, email: to.email }) },
    closing: ['If it was not you who signed up, do nothing: without this step nobody can use the account.'],
    reason: `You got this mail because somebody opened a ${config.PRODUCT_NAME} account with this address.`,
  }
}

/** Answers a wish for another verification link when there is nothing left to verify. */
export function alreadyVerifiedMail({ config, publicUrl }: Needs, to: To): Mail {
  return {
    to: to.email,
    subject: `Your email is already verified`,
    heading: 'Nothing left to verify',
    paragraphs: [`Hello ${to.firstName}, this address was verified before. You can log in right away.`],
    button: { label: 'Log in', url: `${publicUrl}/login` },
    reason: `You got this mail because somebody asked ${config.PRODUCT_NAME} for a new verification link.`,
  }
}

export function resetMail({ config, publicUrl }: Needs, to: To, token: string): Mail {
  return {
    to: to.email,
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: [
      `Hello ${to.firstName}, with this link you choose a new password. It works once, for 30 minutes.`,
    ],
    button: {
      label: 'Choose a new password',
      url: linkTo(publicUrl, '/reset-password', '#', { token, email: to.email }),
    },
    closing: ['If you did not ask for it, do nothing: your password stays as it is.'],
    reason: `You got this mail because somebody asked to reset the password of your ${config.PRODUCT_NAME} account.`,
  }
}

export function passwordChangedMail({ config, publicUrl }: Needs, to: To): Mail {
  return {
    to: to.email,
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `Hello ${to.firstName}, the password of your account has just been changed, and every device that was logged in has been logged out.`,
      'If it was you, all is well.',
    ],
    button: { label: 'It was not me', url: `${publicUrl}/forgetpassword` },
    closing: [`If it was not you, choose a new password now and write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because the password of your ${config.PRODUCT_NAME} account changed.`,
  }
}

/** Warns after many wrong passwords in a row. */
export function manyFailuresMail({ config, publicUrl }: Needs, to: To, failures: number): Mail {
  return {
    to: to.email,
    subject: 'Somebody is trying to log in to your account',
    heading: `${failures} wrong passwords`,
    paragraphs: [
      `Hello ${to.firstName}, somebody has just entered a wrong password for your account ${failures} times. Nobody got in, and every further attempt has to wait longer.`,
    ],
    button: { label: 'Choose a new password', url: `${publicUrl}/forgetpassword` },
    closing: ['If it was you, a new password ends the waiting at once.'],
    reason: `You got this mail because of failed attempts to log in to your ${config.PRODUCT_NAME} account.`,
  }
}

export function googleLinkedMail({ config, publicUrl }: Needs, to: To): Mail {
  return {
    to: to.email,
    subject: 'You can now log in with Google',
    heading: 'Your account is linked to Google',
    paragraphs: [
      `Hello ${to.firstName}, somebody who owns this address at Google has just logged in, and can do so from now on.`,
    ],
    button: { label: 'See my account', url: `${publicUrl}/profile` },
    closing: [`If it was not you, write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because your ${config.PRODUCT_NAME} account was linked to a Google account.`,
  }
}

/** Goes to the new address. */
export function newAddressMail({ config, publicUrl }: Needs, to: To, token: string): Mail {
  return {
    to: to.email,
    subject: 'Confirm your new email',
    heading: 'Confirm your new email',
    paragraphs: [
      `Hello ${to.firstName}, with this link your ${config.PRODUCT_NAME} account moves to this address. It works for 24 hours.`,
    ],
    button: {
      label: 'Confirm my new email',
      url: linkTo(publicUrl, '/change-email', '#', { confirm: token }),
    },
    closing: ['If you did not ask for it, do nothing.'],
    reason: `You got this mail because somebody wants to use this address for their ${config.PRODUCT_NAME} account.`,
  }
}

/** Goes to the present address, with a way to stop it. */
export function oldAddressMail(
  { config, publicUrl }: Needs,
  to: To,
  { newEmail, token }: { newEmail: string; token: string },
): Mail {
  return {
    to: to.email,
    subject: 'Your email is about to change',
    heading: 'Your email is about to change',
    paragraphs: [
      `Hello ${to.firstName}, somebody who is logged in to your account asked to change its email to ${newEmail}. If it was you, all is well.`,
    ],
    button: {
      label: 'It was not me: keep my email',
      url: linkTo(publicUrl, '/change-email', '#', { keep: token }),
    },
    closing: [
      'The button works for seven days, also after the change, and logs every device out. Then choose a new password.',
    ],
    reason: `You got this mail because it is the address of your ${config.PRODUCT_NAME} account.`,
  }
}

export function emailChangedMail(
  { config }: Needs,
  to: To,
  { from, to: changedTo }: { from: string; to: string },
): Mail {
  return {
    to: to.email,
    subject: 'Your email was changed',
    heading: 'Your email was changed',
    paragraphs: [`Hello ${to.firstName}, your account is now known under its new email.`],
    facts: [
      ['Before', from],
      ['Now', changedTo],
    ],
    closing: [`If it was not you, write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because the email of your ${config.PRODUCT_NAME} account changed.`,
  }
}

export function secondFactorChangedMail({ config, publicUrl }: Needs, to: To, isOn: boolean): Mail {
  const what = isOn ? 'turned on' : 'turned off'
  return {
    to: to.email,
    subject: `The second factor was ${what}`,
    heading: `The second factor was ${what}`,
    paragraphs: [
      isOn
        ? `Hello ${to.firstName}, from now on logging in to your account takes a code from your authenticator app. Keep your recovery codes where you find them without your phone.`
        : `Hello ${to.firstName}, from now on your password alone opens your account.`,
    ],
    button: { label: 'See my security settings', url: `${publicUrl}/profile/security` },
    closing: [`If it was not you, choose a new password now and write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because the security settings of your ${config.PRODUCT_NAME} account changed.`,
  }
}

export function secondFactorResetMail({ config, publicUrl }: Needs, to: To): Mail {
  return {
    to: to.email,
    subject: 'The second factor was taken off your account',
    heading: 'The second factor was taken off',
    paragraphs: [
      `Hello ${to.firstName}, because you could not get in any more, our support has taken the second factor off your account and logged every device out.`,
      'Log in with your password and set it up anew.',
    ],
    button: { label: 'Log in', url: `${publicUrl}/login` },
    closing: [`If you did not ask for it, choose a new password now and write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because the security settings of your ${config.PRODUCT_NAME} account changed.`,
  }
}

export function passkeyChangedMail(
  { config, publicUrl }: Needs,
  to: To,
  change: { isAdded: true; name: string } | { isAdded: false },
): Mail {
  const what = change.isAdded ? 'A passkey was added' : 'A passkey was removed'
  return {
    to: to.email,
    subject: what,
    heading: what,
    paragraphs: [
      change.isAdded
        ? `Hello ${to.firstName}, from now on the passkey “${change.name}” counts as second factor of your account.`
        : `Hello ${to.firstName}, it does not count as second factor of your account any more.`,
    ],
    button: { label: 'See my security settings', url: `${publicUrl}/profile/security` },
    closing: [`If it was not you, choose a new password now and write to ${config.SUPPORT_EMAIL}.`],
    reason: `You got this mail because the security settings of your ${config.PRODUCT_NAME} account changed.`,
  }
}
