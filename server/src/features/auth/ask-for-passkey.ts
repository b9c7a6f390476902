import { passkeyRefusals } from '@docketbox/contract'
import { askForPasskey } from '#features/second-factor'
import type { Deps } from '#platform/config/deps.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { holderOf } from './google.ts'
import { checkPassword } from './sign-in.ts'

type First = { email?: string | undefined; password?: string | undefined; code?: string | undefined }

/** What a passkey is asked to sign, once the first factor is proven: nobody else learns who has one. */
export async function askAtSignIn(
  deps: Deps,
  { email = '', password = '', code }: First,
): Promise<{ challenge: string; [option: string]: unknown }> {
  const user =
    code === undefined ? await checkPassword(deps, email, password) : (await holderOf(deps, code)).user
  if (user.purgeAt && user.purgeAt <= deps.now()) throw new Refusal(passkeyRefusals.notFound)
  return askForPasskey(deps, user.id)
}
