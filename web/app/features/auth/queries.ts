import { authEndpoints, type SignUpBody } from '@docketbox/contract/auth/endpoints'
import type { Input } from '@docketbox/contract/core/endpoint'
import { googleEndpoints } from '@docketbox/contract/auth/google'
import { invitationEndpoints } from '@docketbox/contract/invitations/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/api/client.ts'

export const signUp = (body: SignUpBody) => call(authEndpoints.signUp, { body })

export const signIn = (body: Input<typeof authEndpoints.signIn>['body']) =>
  call(authEndpoints.signIn, { body })

export const askForPasskey = (body: Input<typeof authEndpoints.askForPasskey>['body']) =>
  call(authEndpoints.askForPasskey, { body })

export const finishGoogle = (body: Input<typeof googleEndpoints.finish>['body']) =>
  call(googleEndpoints.finish, { body })

export const resendVerification = (email: string) =>
  call(authEndpoints.resendVerification, { params: { email } })

export const askForReset = (email: string) => call(authEndpoints.forgetPassword, { body: { email } })

export const resetPassword = (body: { email: string; password: string; token: string }) =>
  call(authEndpoints.resetPassword, { body })

/** Runs from script only, so that a mail scanner that opens the page changes nothing (decision 10). */
export const verification = (query: { token: string; email: string }) =>
  queryOptions({
    queryKey: ['verification', query.token, query.email],
    queryFn: ({ signal }) => call(authEndpoints.verify, { query }, { signal }),
    staleTime: Infinity,
  })

/** The person who is signed in, and where they stand with their plan. */
export const loggedUser = queryOptions({
  queryKey: ['logged-user'],
  queryFn: ({ signal }) => call(authEndpoints.loggedUser, {}, { signal }),
})

export const waysIn = queryOptions({
  queryKey: ['ways-in'],
  queryFn: ({ signal }) => call(googleEndpoints.options, {}, { signal }),
  staleTime: Infinity,
})

export const invitationOf = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call(invitationEndpoints.open, { body: { token } }, { signal }),
    staleTime: Infinity,
  })
