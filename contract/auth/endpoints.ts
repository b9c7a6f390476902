import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { invitationRefusals } from '../invitations/endpoints.ts'
import { email, ownPhoneNumber, personName } from '../core/people/contact-details.ts'
import { locations, newAddress, newPassword, role, user } from '../core/people/identity.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { passkeyOptions, passkeyRefusals, usedPasskey } from './passkeys.ts'
import { refusals } from '../core/refusal.ts'
import { secondFactorCode, secondFactorRefusals } from './second-factor.ts'
import { planState, subsDetails } from '../subscriptions/endpoints.ts'

export const authRefusals = refusals('auth', {
  emailTaken: [409, 'Email already exists. Try logging in instead.'],
  unknownEmail: [401, 'Email or username not found. Please check and try again.'],
  wrongPassword: [401, 'Incorrect password. Please try again.'],
  // Not 401: older clients take one that mentions "email" for an unknown address.
  unverified: [403, 'Please verify your email before logging in.'],
  suspended: [403, 'Your account is suspended. Please contact support.'],
  closed: [403, 'Your account is closed. You can reopen it until it’s deleted.'],
  badVerification: [400, 'This verification link is invalid or has expired.'],
  emailNotFound: [404, 'Email not found. Please check and try again.'],
  addressMailedOften: [
    429,
    'We’ve already sent several emails to this address today. Check your spam folder, or try again tomorrow.',
  ],
  badReset: [400, 'This reset link is invalid or has expired.'],
})

/** Messages about signing up and logging in. */
export const authTexts = {
  signedUp: 'Kindly Verify Email!',
  invalidDetails: 'Invalid details provided. Please try again.',
  loggedIn: 'Login successful!',
  loggedInAs: (email: string) => `You’re logged in as ${email}.`,
  wrongEither: 'Incorrect email or password. Please try again.',
  unexpectedRole: 'Unexpected user role. Please contact support.',
  verified: 'Your email has been verified. You can log in now.',
  resent: 'A new verification email has been sent. Please check your inbox.',
  notResent: 'An error occurred. Please try again later.',
  resetMailed: 'Password reset email sent. Check your inbox.',
  notResetMailed: 'An error occurred.',
  passwordReset: 'Password reset successfully!',
  loggedOut: 'You’re logged out.',
} as const

const message = z.object({ message: z.string() })
const minute = 60
const hour = 60 * minute
/** Devices that logged in before have separate limits instead. */
const loginLimits = [
  { per: 'address', max: 10, windowSeconds: minute },
  { per: 'network', max: 60, windowSeconds: minute },
] as const

/** The address at sign-up; the city and postcode are placeholders until the profile is filled in. */
export const signUpAddress = newAddress.extend({
  state: z.enum(locations, { error: '* Location is required.' }),
})

/** The address the sign-up form sends; it only asks for the location. */
export function addressOf(location: (typeof locations)[number]): z.infer<typeof signUpAddress> {
  return { street: location, state: location, ...addressPlaceholders, country: 'Australia' }
}
export const addressPlaceholders = { city: 'City', zipCode: '0000' } as const

/** The path to come to after logging in. Check that it's on this site before you use it. */
export const returnTo = z.string().max(2_000).optional()

export const signUpBody = z.strictObject({
  firstName: personName,
  lastName: personName,
  email,
  phoneNumber: ownPhoneNumber(),
  address: signUpAddress,
  /** Not trusted: without an invitation everyone becomes a User, and an administrator's role is rejected. */
  role: role.optional(),
  password: newPassword,
  /** The token of an invitation to become an administrator. */
  invitation: z.string().max(MAX_LENGTH.token).optional(),
  /** The emailed link carries it. */
  returnTo,
})
export type SignUpBody = z.infer<typeof signUpBody>

/** Reopens a closed account. */
export const reopen = z.boolean().optional()

const required = 'Email and password are required'
export const signInBody = z.strictObject({
  /** The email address or the username. */
  email: z.string({ error: required }).trim().min(1, required).max(MAX_LENGTH.email, required),
  password: z
    .string({ error: required })
    .min(1, required)
    .max(MAX_LENGTH.password, authRefusals.wrongPassword.message),
  /** A code from the authenticator app or a recovery code, with two-step login. */
  secondFactor: secondFactorCode.optional(),
  /** A passkey instead of a code. */
  passkey: usedPasskey.optional(),
  reopen,
  /** Stay signed in for 30 days instead of 12 hours. */
  rememberMe: z.boolean().optional(),
})

/** Whether the second factor is proven in this session; administrators need it for everything. */
const hasSecondFactor = z.boolean()

export const signedIn = user.extend({
  token: z.string(),
  subs_details: subsDetails.nullable(),
  hasSecondFactor,
  /** The path the browser goes to next. */
  leadsTo: z.string(),
})
export type SignedIn = z.infer<typeof signedIn>

export const loggedUser = user.extend({ ...planState.shape, hasSecondFactor })
export type LoggedUser = z.infer<typeof loggedUser>

export const authEndpoints = {
  signUp: endpoint('POST /api/auth/signup', {
    right: 'public',
    summary: 'Creates an account and emails a verification link.',
    body: signUpBody,
    response: message.extend({ user }),
    status: 201,
    refusals: [authRefusals.emailTaken, authRefusals.addressMailedOften, invitationRefusals.badInvitation],
    limits: [{ per: 'address', max: 20, windowSeconds: hour }],
  }),
  verify: endpoint('GET /api/auth/verification', {
    right: 'public',
    summary: 'Verifies an email address with the emailed token. Repeating the call succeeds.',
    query: z.object({
      token: z.string({ error: authRefusals.badVerification.message }).max(MAX_LENGTH.token),
      email: z.string({ error: authRefusals.badVerification.message }).max(MAX_LENGTH.email),
    }),
    response: message,
    refusals: [authRefusals.badVerification],
    limits: [{ per: 'address', max: 30, windowSeconds: minute }],
  }),
  resendVerification: endpoint('GET /api/auth/resend-verification/:email', {
    right: 'public',
    summary: 'Emails the verification link again.',
    params: z.object({
      email: z.string().trim().min(1, 'Please enter your email address.').max(MAX_LENGTH.email),
    }),
    query: z.object({ returnTo }),
    response: message.extend({ success: z.literal(true) }),
    refusals: [authRefusals.emailNotFound, authRefusals.addressMailedOften],
    limits: [{ per: 'address', max: 10, windowSeconds: minute }],
  }),
  signIn: endpoint('POST /api/auth/signin', {
    right: 'public',
    summary: 'Opens a session and returns its bearer token.',
    body: signInBody,
    response: signedIn,
    refusals: [
      authRefusals.unknownEmail,
      authRefusals.wrongPassword,
      authRefusals.unverified,
      authRefusals.suspended,
      authRefusals.closed,
      secondFactorRefusals.codeNeeded,
      secondFactorRefusals.passkeyNeeded,
      passkeyRefusals.notAccepted,
      secondFactorRefusals.wrongCode,
    ],
    limits: loginLimits,
  }),
  askForPasskey: endpoint('POST /api/auth/passkey', {
    right: 'public',
    summary: 'The challenge for logging in with a passkey, after the first step.',
    body: z.strictObject({
      email: z.string().trim().max(MAX_LENGTH.email).optional(),
      password: z.string().max(MAX_LENGTH.password).optional(),
      /** The one-time code of a sign-in with Google, instead of both. */
      code: z.string().max(MAX_LENGTH.token).optional(),
    }),
    response: passkeyOptions,
    refusals: [authRefusals.unknownEmail, authRefusals.wrongPassword, passkeyRefusals.notFound],
    limits: loginLimits,
  }),
  signOut: endpoint('POST /api/auth/signout', {
    right: 'account:write',
    summary: 'Ends the current session and invalidates its token.',
    response: message,
    event: 'signedOut',
  }),
  endSession: endpoint('POST /api/auth/end-session', {
    right: 'public',
    summary:
      'Ends a session whose user logged out without a connection. Takes its ids, because the device no longer has its token. The response is the same for unknown ones.',
    body: z.strictObject({ user: z.uuid(), session: z.uuid() }),
    response: message,
    limits: [{ per: 'address', max: 30, windowSeconds: minute }],
  }),
  forgetPassword: endpoint('POST /api/auth/forget-password', {
    right: 'public',
    summary: 'Emails a link to choose a new password. The response is the same for unknown addresses.',
    body: z.strictObject({ email }),
    response: message,
    limits: [{ per: 'address', max: 10, windowSeconds: hour }],
  }),
  resetPassword: endpoint('POST /api/auth/reset-password', {
    right: 'public',
    summary: 'Sets a new password with the emailed token and ends every session of the account.',
    body: z.strictObject({
      email,
      password: newPassword,
      token: z.string({ error: authRefusals.badReset.message }).max(MAX_LENGTH.token),
    }),
    response: message,
    refusals: [authRefusals.badReset],
    limits: [{ per: 'address', max: 20, windowSeconds: hour }],
  }),
  loggedUser: endpoint('GET /api/loggeduser', {
    right: 'account:read',
    summary: 'The current user and their plan.',
    response: loggedUser,
  }),
}
