import { authRefusals, authTexts } from '@docketbox/contract/auth'
import type { ApiError } from '#platform/api'

/** What the login screen says to a refusal (specification §8); nothing where the server's own sentence stands. */
export function signInSentence({ status, message }: ApiError): string | undefined {
  if (status !== 401) return undefined
  if (/email|username/i.test(message)) return authRefusals.unknownEmail.message
  if (/password/i.test(message)) return authRefusals.wrongPassword.message
  return authTexts.wrongEither
}
