import { authRefusals, authTexts } from '@docketbox/contract/auth/endpoints'
import { passkeyRefusals } from '@docketbox/contract/auth/passkeys'
import { secondFactorRefusals } from '@docketbox/contract/auth/second-factor'
import type { ApiError } from '#platform/api/error.ts'

const { codeNeeded, wrongCode, passkeyNeeded } = secondFactorRefusals
const secondSteps: Record<string, 'code' | 'passkey'> = {
  [codeNeeded.code]: 'code',
  [wrongCode.code]: 'code',
  [passkeyNeeded.code]: 'passkey',
  [passkeyRefusals.notAccepted.code]: 'passkey',
}
const loginRefusals = new Set<string>([authRefusals.unknownEmail.code, authRefusals.wrongPassword.code])

/** The login screen's message for a refusal; undefined where the server's own message is shown. */
export function loginMessage({ status, code }: ApiError): string | undefined {
  if (status !== 401 || loginRefusals.has(code) || needsSecondStep(code)) return undefined
  return authTexts.wrongEither
}

/** Whether a refusal asks for two-step login, for the first time or again. */
export function needsSecondStep(code: string): boolean {
  return code in secondSteps
}

/** Whether a passkey is accepted as the second step. */
export function acceptsPasskey(code: string): boolean {
  return secondSteps[code] === 'passkey'
}
