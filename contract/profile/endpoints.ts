import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { listOf } from '../core/list.ts'
import { email, ownPhoneNumber, personName } from '../core/contact-details.ts'
import { newAddress, newPassword, user } from '../core/identity.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { passkey, passkeyCreated, passkeyName, passkeyOptions, passkeyRefusals } from '../auth/passkeys.ts'
import { profileRefusals } from './texts.ts'
import { secondFactorCode, secondFactorRefusals } from '../auth/second-factor.ts'

export const profileBody = z.strictObject({
  firstName: personName.optional(),
  /** Some people have only one name. */
  lastName: z.string().trim().pipe(z.literal('').or(personName)).optional(),
  phoneNumber: ownPhoneNumber().optional(),
  address: newAddress.partial().optional(),
  /** The uri of the caller's own uploaded image, the current picture, or null for none. */
  picture: z.string().max(300).nullable().optional(),
})
export type ProfileBody = z.infer<typeof profileBody>

/** Proves once more who is asking, before something that cannot be taken back. */
const proof = {
  /** Needed from everybody who has one. */
  password: z.string().max(MAX_LENGTH.password).optional(),
  /** Needed from everybody who turned the second factor on. */
  secondFactor: secondFactorCode.optional(),
}
export const proofBody = z.strictObject(proof)

const message = z.object({ message: z.string() })
const limits = [{ per: 'account', max: 20, windowSeconds: 3600 }] as const
const byMail = [{ per: 'address', max: 30, windowSeconds: 3600 }] as const

export const security = z.object({
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  secondFactor: z.object({
    isOn: z.boolean(),
    since: z.iso.datetime().nullable(),
    /** An authenticator app, whose codes are asked for. */
    hasApp: z.boolean(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.int(),
    /** Administrators cannot do without. */
    isRequired: z.boolean(),
  }),
  /** The address that waits for its link to be opened. */
  waitingEmail: z.string().nullable(),
})
export type Security = z.infer<typeof security>

export const session = z.object({
  _id: z.uuid(),
  /** As in "Chrome on Windows". */
  device: z.string(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const profileEndpoints = {
  update: endpoint({
    method: 'PATCH',
    path: '/api/user/update-profile',
    right: 'account:write',
    summary: 'Changes what the caller’s profile says; what is left out stays.',
    body: profileBody,
    response: message.extend({ user }),
    refusals: [profileRefusals.unknownPicture, profileRefusals.noPicture],
  }),
  avatar: endpoint({
    method: 'GET',
    path: '/api/avatars/:picture',
    right: 'public',
    summary: 'The picture of somebody, known only to whoever was told its address.',
    params: z.object({ picture: z.string().regex(/^[0-9a-f]{64}$/, 'This is not a valid id.') }),
    response: file,
    refusals: [profileRefusals.unknownPicture],
  }),
  security: endpoint({
    method: 'GET',
    path: '/api/user/security',
    right: 'account:read',
    summary: 'How the caller can log in.',
    response: security,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    right: 'account:read',
    summary: 'Where the caller is logged in, the last used first.',
    response: listOf(session),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/:sessionId',
    right: 'account:write',
    summary: 'Logs one of the caller’s devices out.',
    params: z.object({ sessionId: z.uuid('This is not a valid id.') }),
    response: message,
    refusals: [profileRefusals.sessionNotFound],
  }),
  endOtherSessions: endpoint({
    method: 'POST',
    path: '/api/user/sessions/end-others',
    right: 'account:write',
    summary: 'Logs every other device of the caller out.',
    response: message,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/password',
    right: 'account:write',
    summary: 'Changes the password; logs every other device out.',
    body: z.strictObject({ ...proof, newPassword }),
    response: message,
    refusals: [profileRefusals.noPassword],
    limits,
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/user/email',
    right: 'account:write',
    summary: 'Mails a link to a new address, and word of it to the present one.',
    body: z.strictObject({ ...proof, email }),
    response: message,
    refusals: [profileRefusals.emailTaken, profileRefusals.sameEmail, profileRefusals.freshLogInNeeded],
    limits,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/auth/change-email',
    right: 'public',
    summary: 'Changes the address with the token that was mailed to the new one.',
    body: z.strictObject({ token: z.string().max(MAX_LENGTH.token) }),
    response: message.extend({ email: z.string() }),
    refusals: [profileRefusals.badEmailChange, profileRefusals.emailTaken],
    limits: byMail,
  }),
  keepEmail: endpoint({
    method: 'POST',
    path: '/api/auth/keep-email',
    right: 'public',
    summary:
      'Calls a change of address off, or takes it back, with the token that was mailed to the old one.',
    body: z.strictObject({ token: z.string().max(MAX_LENGTH.token) }),
    response: message.extend({ email: z.string() }),
    refusals: [profileRefusals.badEmailChange, profileRefusals.emailTaken],
    limits: byMail,
  }),
  beginSecondFactor: endpoint({
    method: 'POST',
    path: '/api/user/second-factor',
    right: 'account:write',
    summary: 'Makes a secret for the caller’s authenticator app; it counts once a code of it was confirmed.',
    body: proofBody,
    response: z.object({ secret: z.string(), uri: z.string() }),
    refusals: [profileRefusals.freshLogInNeeded],
    limits,
  }),
  confirmSecondFactor: endpoint({
    method: 'POST',
    path: '/api/user/second-factor/confirm',
    right: 'account:write',
    summary: 'Turns the second factor on and answers the recovery codes; logs every other device out.',
    body: z.strictObject({ code: secondFactorCode }),
    response: recoveryCodes,
    refusals: [secondFactorRefusals.notBegun],
    limits,
  }),
  turnOffSecondFactor: endpoint({
    method: 'POST',
    path: '/api/user/second-factor/off',
    right: 'account:write',
    summary: 'Turns the second factor off; not for administrators.',
    body: proofBody,
    response: message,
    refusals: [secondFactorRefusals.isOff, secondFactorRefusals.isRequired],
    limits,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/user/second-factor/recovery-codes',
    right: 'account:write',
    summary: 'Makes ten new recovery codes; the earlier ones are worth nothing afterwards.',
    body: proofBody,
    response: recoveryCodes,
    refusals: [secondFactorRefusals.isOff],
    limits,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys/begin',
    right: 'account:write',
    summary: 'What a device is asked for to make a passkey for the caller.',
    body: proofBody,
    response: passkeyOptions,
    refusals: [profileRefusals.freshLogInNeeded, passkeyRefusals.tooMany],
    limits,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys',
    right: 'account:write',
    summary:
      'Adds a passkey as second factor; the first second factor logs every other device out and brings recovery codes.',
    body: z.strictObject({ name: passkeyName, created: passkeyCreated }),
    response: z.object({ passkey, recoveryCodes: z.array(z.string()).nullable() }),
    status: 201,
    refusals: [passkeyRefusals.notAdded, passkeyRefusals.known, passkeyRefusals.tooMany],
    limits,
  }),
  removePasskey: endpoint({
    method: 'POST',
    path: '/api/user/passkeys/:passkeyId/remove',
    right: 'account:write',
    summary:
      'Removes a passkey; with the last second factor the recovery codes go too. Administrators keep one.',
    params: z.object({ passkeyId: z.uuid('This is not a valid id.') }),
    body: proofBody,
    response: message,
    refusals: [passkeyRefusals.notFound, secondFactorRefusals.isRequired, profileRefusals.freshLogInNeeded],
    limits,
  }),
}
