import { z } from 'zod'
import { secondFactorCode } from '../auth/second-factor.ts'
import { MAX_LENGTH } from '../core/limits.ts'

/** Confirms the caller's identity before a sensitive change. */
export const credentials = {
  /** Required from everyone who has one. */
  password: z.string().max(MAX_LENGTH.password).optional(),
  /** Required from everyone with an authenticator app, except within 15 minutes of a login with a passkey. */
  secondFactor: secondFactorCode.optional(),
}
export const credentialsBody = z.strictObject(credentials)
export type Credentials = z.infer<typeof credentialsBody>
