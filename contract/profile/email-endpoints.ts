import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { MAX_LENGTH } from '../core/limits.ts'
import { email } from '../core/people/contact-details.ts'
import { credentials } from './credentials.ts'
import { profileRefusals } from './texts.ts'

const message = z.object({ message: z.string() })
const limits = [{ per: 'account', max: 20, windowSeconds: 3600 }] as const
const byMail = [{ per: 'address', max: 30, windowSeconds: 3600 }] as const

export const emailEndpoints = {
  changeEmail: endpoint('POST /api/user/email', {
    right: 'account:write',
    summary: 'Emails a link to confirm to the new address, and a notice to the current one.',
    body: z.strictObject({ ...credentials, email }),
    response: message,
    event: 'emailChangeRequested',
    refusals: [
      profileRefusals.emailTaken,
      profileRefusals.sameEmail,
      profileRefusals.addressMailedOften,
      profileRefusals.freshLogInNeeded,
    ],
    limits,
  }),
  cancelEmailChange: endpoint('POST /api/user/email/cancel', {
    right: 'account:write',
    summary: 'Cancels a change of email address whose link hasn’t been opened yet.',
    response: message,
    event: 'emailKept',
    refusals: [profileRefusals.emailAlreadyChanged],
  }),
  confirmEmail: endpoint('POST /api/auth/change-email', {
    right: 'public',
    summary:
      'Changes the email address with the token emailed to the new one; ends all other sessions. Repeating the call succeeds.',
    body: z.strictObject({ token: z.string().max(MAX_LENGTH.token) }),
    /** With the id of the account, which may be another one than is logged in. */
    response: message.extend({ email: z.string(), _id: z.uuid() }),
    refusals: [profileRefusals.badEmailChange, profileRefusals.emailTaken],
    limits: byMail,
  }),
  keepEmail: endpoint('POST /api/auth/keep-email', {
    right: 'public',
    summary:
      'Cancels or reverts a change of email address with the token emailed to the old one. Repeating the call succeeds.',
    body: z.strictObject({ token: z.string().max(MAX_LENGTH.token) }),
    response: message.extend({ email: z.string() }),
    refusals: [profileRefusals.badEmailChange, profileRefusals.emailTaken],
    limits: byMail,
  }),
}
