import { passkeyRefusals } from '@docketbox/contract'
import { beginPasskeyLogin, type PasskeyOptions } from '#features/second-factor'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { forgetFailures } from '#platform/limits/failed-attempts.ts'
import type { Client } from '../devices/client.ts'
import { userOfCode } from '../google/sign-in.ts'
import { verifyPassword } from './with-password.ts'

type FirstFactor = {
  email?: string | undefined
  password?: string | undefined
  code?: string | undefined
  cookies: string
}

/** The challenge for a passkey, once the first factor is proven: no one else learns who has a passkey. */
export async function challengePasskey(
  deps: Deps,
  { email = '', password = '', code, cookies }: FirstFactor,
  client: Client,
): Promise<PasskeyOptions> {
  const user = code === undefined ? await passwordOwner() : (await userOfCode(deps, { code, cookies })).user
  if (user.purgeAt && user.purgeAt <= deps.now()) throw new Refusal(passkeyRefusals.notFound)
  return beginPasskeyLogin(deps, user.id)

  async function passwordOwner() {
    const { user, failures } = await verifyPassword(deps, { email, password }, client)
    await forgetFailures(deps.db, failures)
    return user
  }
}
