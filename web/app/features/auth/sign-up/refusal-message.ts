import { authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import type { ApiError } from '#platform/api/error.ts'

/** The sign-up form's message for a refusal; undefined where the server's own message is shown. */
export function signUpMessage({ status, code, hasServerMessage }: ApiError): string | undefined {
  if (code === commonRefusals.malformed.code) return authTexts.invalidDetails
  if (status === 400 && !hasServerMessage) return authTexts.invalidDetails
  return status === 409 ? authRefusals.emailTaken.message : undefined
}

/** The administrators' sign-up form's message for a refusal; every failure of the server reads the same there. */
export function adminSignUpMessage(error: ApiError): string | undefined {
  if (error.status >= 500) return commonRefusals.unexpected.message
  return signUpMessage(error)
}
