import { z } from 'zod'
import { secondFactorCode } from '../auth/second-factor.ts'
import { MAX_LENGTH } from '../core/limits.ts'

/** Confirms the caller's identity before a sensitive change. */
export const credentials = {
  /** Required from everyone who has one. */
  password: z.string().max(MAX_LENGTH.password).optional(),
  /** Required with two-step login. */
  secondFactor: secondFactorCode.optional(),
}
export const credentialsBody = z.strictObject(credentials)
export type Credentials = z.infer<typeof credentialsBody>
