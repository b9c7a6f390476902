import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { googleEndpoints } from '@docketbox/contract/auth/google'
import { invitationEndpoints } from '@docketbox/contract/invitations/endpoints'
import { query } from '#platform/api/query.ts'

/** The logged-in user and the state of their plan. */
export const loggedUser = query(authEndpoints.loggedUser, {})

/** Which ways to sign in are set up besides the password. */
export const signInOptions = { ...query(googleEndpoints.options, {}), staleTime: Infinity }

export const invitation = (token: string) => ({
  ...query(invitationEndpoints.open, { body: { token } }),
  staleTime: Infinity,
})
