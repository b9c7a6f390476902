import { passkeyRefusals } from '@docketbox/contract'
import { beginPasskeyLogin, type PasskeyOptions } from '#features/second-factor'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { userOfCode } from '../google/sign-in.ts'
import { verifyPassword } from './with-password.ts'

type FirstFactor = { email?: string | undefined; password?: string | undefined; code?: string | undefined }

/** The challenge for a passkey, once the first factor is proven: no one else learns who has a passkey. */
export async function challengePasskey(
  deps: Deps,
  { email = '', password = '', code }: FirstFactor,
): Promise<PasskeyOptions> {
  const { user } =
    code === undefined ? await verifyPassword(deps, email, password) : await userOfCode(deps, code)
  if (user.purgeAt && user.purgeAt <= deps.now()) throw new Refusal(passkeyRefusals.notFound)
  return beginPasskeyLogin(deps, user.id)
}
