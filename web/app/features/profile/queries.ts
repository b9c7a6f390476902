import type { Input } from '@docketbox/contract/core/endpoint'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { queryOptions } from '@tanstack/react-query'
import { call, send } from '#platform/api/client.ts'

type Body<Name extends keyof typeof profileEndpoints> =
  Input<(typeof profileEndpoints)[Name]> extends { body: infer Given } ? Given : never

export const security = queryOptions({
  queryKey: ['profile', 'security'],
  queryFn: ({ signal }) => call(profileEndpoints.security, {}, { signal }),
})

export const devices = queryOptions({
  queryKey: ['profile', 'devices'],
  queryFn: ({ signal }) => call(profileEndpoints.sessions, {}, { signal }),
})

export const updateProfile = (body: Body<'update'>) => call(profileEndpoints.update, { body })
export const uploadPicture = (body: File) => send(receiptEndpoints.uploadPicture, { body })
export const changePassword = (body: Body<'changePassword'>) =>
  call(profileEndpoints.changePassword, { body })
export const changeEmail = (body: Body<'changeEmail'>) => call(profileEndpoints.changeEmail, { body })
export const confirmEmail = (token: string) => call(profileEndpoints.confirmEmail, { body: { token } })
export const keepEmail = (token: string) => call(profileEndpoints.keepEmail, { body: { token } })
export const endDevice = (sessionId: string) => call(profileEndpoints.endSession, { params: { sessionId } })
export const endOtherDevices = () => call(profileEndpoints.endOtherSessions, {})
export const beginSecondFactor = (body: Body<'beginSecondFactor'>) =>
  call(profileEndpoints.beginSecondFactor, { body })
export const confirmSecondFactor = (code: string) =>
  call(profileEndpoints.confirmSecondFactor, { body: { code } })
export const turnOffSecondFactor = (body: Body<'turnOffSecondFactor'>) =>
  call(profileEndpoints.turnOffSecondFactor, { body })
export const renewRecoveryCodes = (body: Body<'renewRecoveryCodes'>) =>
  call(profileEndpoints.renewRecoveryCodes, { body })
export const beginPasskey = (body: Body<'beginPasskey'>) => call(profileEndpoints.beginPasskey, { body })
export const addPasskey = (body: Body<'addPasskey'>) => call(profileEndpoints.addPasskey, { body })
export const removePasskey = (passkeyId: string, body: Body<'removePasskey'>) =>
  call(profileEndpoints.removePasskey, { params: { passkeyId }, body })
