import { api } from '@docketbox/contract'
import { newcomer } from './newcomer.ts'
import { givePassword } from './password.ts'
import { elsewhere, type TestServer } from '#testing/harness.ts'

/** Accounts that log in with one password, each time from another network unless headers say otherwise. */
export function passwordSignIn(server: () => TestServer) {
  const password = newcomer('').password
  return {
    password,
    /** @returns the user's id */
    account: async (email: string, changes: Record<string, unknown> = {}): Promise<string> => {
      const { deps } = server()
      const { id } = await givePassword(deps, await server().addUser(email), password)
      await deps.db
        .updateTable('users')
        .set({ username: email.split('@')[0]!, ...changes })
        .where('id', '=', id)
        .execute()
      return id
    },
    signIn: (email: string, given = password, more: { rememberMe?: boolean } = {}, headers = elsewhere()) =>
      server().call(api.auth.signIn, { body: { email, password: given, ...more } }, undefined, headers),
  }
}
