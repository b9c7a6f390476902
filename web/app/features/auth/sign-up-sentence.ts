import { authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import type { ApiError } from '#platform/api/error.ts'

/** What the sign-up form says to a refusal (specification §8); nothing where the server's own sentence stands. */
export function signUpSentence({ status, code }: ApiError): string | undefined {
  if (code === commonRefusals.malformed.code) return authTexts.invalidDetails
  return status === 409 ? authRefusals.emailTaken.message : undefined
}

/** The same for the administrators' form, which does not tell other refusals apart. */
export function adminSignUpSentence(error: ApiError): string | undefined {
  if (error.status >= 500) return commonRefusals.unexpected.message
  return signUpSentence(error)
}
