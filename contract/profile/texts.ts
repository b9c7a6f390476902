import { refusals } from '../core/refusal.ts'

/** Sentences of the profile screens (specification §8). */
export const profileTexts = {
  updated: 'Profile updated successfully!',
  notUpdated: 'Failed to update profile. Please try again.',
  noStoredUser: 'Unable to fetch user details from local storage.',
  passwordChanged: 'Your password was changed. Other devices were logged out.',
  emailAsked: 'We sent a link to your new address. Your email changes once you open it.',
  emailChanged: 'Your email was changed.',
  emailKept: 'Your email stays as it was.',
  secondFactorOff: 'The second factor is turned off.',
  passkeyRemoved: 'The passkey was removed.',
  closed: 'Your account is closed. Log in within 30 days to open it again.',
} as const

export const profileRefusals = refusals('profile', {
  unknownPicture: [404, 'This picture was not found. Please upload it again.'],
  noPicture: [422, 'This file cannot be used as a picture. Please choose a photo.'],
  freshLogInNeeded: [403, 'Please log out and log in again to do this.'],
  noPassword: [409, 'Your account has no password yet. Set one with “Forgot password?” on the login screen.'],
  sessionNotFound: [404, 'This device is already logged out.'],
  emailTaken: [409, 'There is already an account with this email.'],
  sameEmail: [409, 'This is already your email.'],
  badEmailChange: [400, 'This link is invalid or has expired.'],
})
