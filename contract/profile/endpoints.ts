import { z } from 'zod'
import { endpoint, file } from '../core/endpoint.ts'
import { uuid } from '../core/schemas/uuid.ts'
import { listOf, pageQuery } from '../core/schemas/list.ts'
import { ownPhoneNumber, personName } from '../core/people/contact-details.ts'
import { newAddress, newPassword, user } from '../core/people/identity.ts'
import { passkey, createdPasskey, passkeyName, passkeyOptions, passkeyRefusals } from '../auth/passkeys.ts'
import { profileRefusals } from './texts.ts'
import { securityEvent, session } from './schemas.ts'
import { credentials, credentialsBody } from './credentials.ts'
import { emailEndpoints } from './email-endpoints.ts'
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

const message = z.object({ message: z.string() })
const limits = [{ per: 'account', max: 20, windowSeconds: 3600 }] as const

export const security = z.object({
  hasPassword: z.boolean(),
  hasGoogle: z.boolean(),
  secondFactor: z.object({
    isOn: z.boolean(),
    since: z.iso.datetime().nullable(),
    hasApp: z.boolean(),
    passkeys: z.array(passkey),
    recoveryCodesLeft: z.int(),
    /** False until the owner confirms it or uses one of them: the response that had them may have been lost. */
    hasSavedRecoveryCodes: z.boolean(),
    /** Administrators need two-step login. */
    isRequired: z.boolean(),
  }),
  /** The new email address until its link is opened. */
  waitingEmail: z.string().nullable(),
})
export type Security = z.infer<typeof security>

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const profileEndpoints = {
  update: endpoint('PATCH /api/user/update-profile', {
    right: 'account:write',
    summary: 'Changes the given fields of the caller’s profile.',
    body: profileBody,
    response: message.extend({ user }),
    refusals: [profileRefusals.unknownPicture, profileRefusals.noPicture],
  }),
  avatar: endpoint('GET /api/avatars/:picture', {
    right: 'public',
    summary: 'A profile picture. Its address can’t be guessed.',
    params: z.object({ picture: z.string().regex(/^[0-9a-f]{64}$/, 'This isn’t a valid ID.') }),
    response: file,
    refusals: [profileRefusals.unknownPicture],
  }),
  security: endpoint('GET /api/user/security', {
    right: 'account:read',
    summary: 'How the caller can log in.',
    response: security,
  }),
  sessions: endpoint('GET /api/user/sessions', {
    right: 'account:read',
    summary: 'The devices the caller is logged in on, most recently used first.',
    response: listOf(session),
  }),
  endSession: endpoint('DELETE /api/user/sessions/:sessionId', {
    right: 'account:write',
    summary: 'Logs out one of the caller’s devices; if it’s another one, also cancels a change of email.',
    params: z.object({ sessionId: uuid }),
    response: message,
    event: 'deviceLoggedOut',
    refusals: [profileRefusals.sessionNotFound],
  }),
  endOtherSessions: endpoint('POST /api/user/sessions/end-others', {
    right: 'account:write',
    summary: 'Logs out the caller’s other devices, and cancels a change of email.',
    response: message,
    event: 'otherDevicesLoggedOut',
  }),
  securityEvents: endpoint('GET /api/user/security-events', {
    right: 'account:read',
    summary: 'What happened to the security of the caller’s account in the last year, newest first.',
    query: z.object(pageQuery({ limit: 10, maxLimit: 100 })),
    response: listOf(securityEvent),
  }),
  changePassword: endpoint('POST /api/auth/password', {
    right: 'account:write',
    summary: 'Changes the password and logs out the other devices.',
    body: z.strictObject({ ...credentials, newPassword }),
    response: message,
    event: 'passwordChanged',
    refusals: [profileRefusals.noPassword, profileRefusals.freshLogInNeeded],
    limits,
  }),
  ...emailEndpoints,
  beginSecondFactor: endpoint('POST /api/user/second-factor', {
    right: 'account:write',
    summary: 'Creates a secret for an authenticator app; confirming a code turns it on.',
    body: credentialsBody,
    response: z.object({ secret: z.string(), uri: z.string() }),
    refusals: [profileRefusals.freshLogInNeeded],
    limits,
  }),
  confirmSecondFactor: endpoint('POST /api/user/second-factor/confirm', {
    right: 'account:write',
    summary: 'Turns on two-step login, returns the recovery codes and logs out the other devices.',
    body: z.strictObject({ code: secondFactorCode }),
    response: recoveryCodes,
    event: 'twoStepTurnedOn',
    refusals: [secondFactorRefusals.notBegun],
    limits,
  }),
  turnOffSecondFactor: endpoint('POST /api/user/second-factor/off', {
    right: 'account:write',
    summary: 'Turns off two-step login and logs out the other devices; not for administrators.',
    body: credentialsBody,
    response: message,
    event: 'twoStepTurnedOff',
    refusals: [secondFactorRefusals.isOff, secondFactorRefusals.isRequired, profileRefusals.freshLogInNeeded],
    limits,
  }),
  renewRecoveryCodes: endpoint('POST /api/user/second-factor/recovery-codes', {
    right: 'account:write',
    summary: 'Replaces the ten recovery codes.',
    body: credentialsBody,
    response: recoveryCodes,
    event: 'recoveryCodesReplaced',
    refusals: [secondFactorRefusals.isOff, profileRefusals.freshLogInNeeded],
    limits,
  }),
  confirmRecoveryCodes: endpoint('POST /api/user/second-factor/recovery-codes/confirm', {
    right: 'account:write',
    summary: 'Confirms that the owner has saved their recovery codes. Send one of them. It stays valid.',
    body: z.strictObject({ code: secondFactorCode }),
    response: message,
    refusals: [secondFactorRefusals.codesReplaced],
    limits,
  }),
  beginPasskey: endpoint('POST /api/user/passkeys/begin', {
    right: 'account:write',
    summary: 'The options for creating a passkey.',
    body: credentialsBody,
    response: passkeyOptions,
    refusals: [profileRefusals.freshLogInNeeded, passkeyRefusals.tooMany],
    limits,
  }),
  addPasskey: endpoint('POST /api/user/passkeys', {
    right: 'account:write',
    summary:
      'Adds a passkey. The first one turns on two-step login, which logs out the other devices and returns recovery codes.',
    body: z.strictObject({ name: passkeyName, created: createdPasskey }),
    response: z.object({ passkey, recoveryCodes: z.array(z.string()).nullable() }),
    event: 'passkeyAdded',
    status: 201,
    refusals: [passkeyRefusals.notAdded, passkeyRefusals.known, passkeyRefusals.tooMany],
    limits,
  }),
  removePasskey: endpoint('POST /api/user/passkeys/:passkeyId/remove', {
    right: 'account:write',
    summary:
      'Removes a passkey and logs out the other devices. Removing the last factor also deletes the recovery codes; administrators must keep one.',
    params: z.object({ passkeyId: uuid }),
    body: credentialsBody,
    response: message,
    event: 'passkeyRemoved',
    refusals: [passkeyRefusals.notFound, secondFactorRefusals.isRequired, profileRefusals.freshLogInNeeded],
    limits,
  }),
}
