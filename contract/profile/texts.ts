import { refusals } from '../core/refusal.ts'

export const profileTexts = {
  updated: 'Profile updated successfully!',
  notUpdated: 'Failed to update profile. Please try again.',
  noStoredUser: 'Unable to fetch user details from local storage.',
  passwordChanged: 'Password changed. Your other devices have been logged out.',
  emailAsked: 'We’ve sent a link to your new address. Open it to change your email.',
  emailChangeCancelled: 'We’ve cancelled the change. Your email stays the same.',
  emailChanged: 'Your email was changed.',
  emailKept: 'We’ve kept your email.',
  secondFactorOff: 'Two-step login is off. Your other devices have been logged out.',
  recoveryCodesSaved: 'Recovery codes confirmed.',
  passkeyRemoved: 'Passkey removed. Your other devices have been logged out.',
  closed: 'Your account is closed. Log in within 30 days to reopen it.',
} as const

export const profileRefusals = refusals('profile', {
  unknownPicture: [404, 'We couldn’t find this picture. Please upload it again.'],
  noPicture: [422, 'We can’t use this file as a picture. Please choose a photo.'],
  freshLogInNeeded: [403, 'For your security, please log out and log in again before you do this.'],
  noPassword: [409, 'You don’t have a password yet. Set one with “Forgot password?” on the login screen.'],
  sessionNotFound: [404, 'This device has already been logged out.'],
  emailTaken: [409, 'An account with this email already exists.'],
  addressMailedOften: [429, 'We’ve already sent several emails to this address today. Try again tomorrow.'],
  sameEmail: [409, 'This is already your email.'],
  emailAlreadyChanged: [
    409,
    'The link has already been opened, so your email has changed. If that wasn’t you, press “keep my email” in the email we sent to your previous address.',
  ],
  badEmailChange: [400, 'This link is invalid or has expired.'],
})
