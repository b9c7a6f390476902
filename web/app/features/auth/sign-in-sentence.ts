import { authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { passkeyRefusals } from '@docketbox/contract/auth/passkeys'
import { secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import type { ApiError } from '#platform/api/error.ts'

/** What the login screen says to a refusal (specification §8); nothing where the server's own sentence stands. */
export function signInSentence({ status, message, code }: ApiError): string | undefined {
  if (status !== 401 || wantsSecondFactor(code)) return undefined
  if (/email|username/i.test(message)) return authRefusals.unknownEmail.message
  if (/password/i.test(message)) return authRefusals.wrongPassword.message
  return authTexts.wrongEither
}

/** Whether a refusal asks for the second factor, for the first time or once more. */
export function wantsSecondFactor(code: string): boolean {
  return code in wanted
}

/** Whether it would take a passkey. */
export function takesPasskey(code: string): boolean {
  return wanted[code] === 'passkey'
}

const { codeNeeded, wrongCode, passkeyNeeded } = secondFactorRefusals
const wanted: Record<string, 'code' | 'passkey'> = {
  [codeNeeded.code]: 'code',
  [wrongCode.code]: 'code',
  [passkeyNeeded.code]: 'passkey',
  [passkeyRefusals.notAccepted.code]: 'passkey',
}
