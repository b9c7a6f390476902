import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { keepPreviousData, useIsMutating } from '@tanstack/react-query'
import { endpointKey, mutation, query } from '#platform/api/query.ts'

const { security: securityEndpoint, sessions, securityEvents } = profileEndpoints

export const security = query(securityEndpoint, {})
export const devices = query(sessions, {})
export const eventPage = (page: number) => ({
  ...query(securityEvents, { query: { page } }),
  placeholderData: keepPreviousData,
})

/** For changes of the settings, and for those that log out devices too. */
const changesSettings = { invalidates: [securityEndpoint, securityEvents] }
const logsOutDevices = { invalidates: [securityEndpoint, sessions, securityEvents] }
/** The response that says so may be lost. */
const turnsOnTwoStep = { invalidates: [...logsOutDevices.invalidates, authEndpoints.loggedUser] }

export const updateProfile = mutation(profileEndpoints.update, { invalidates: [authEndpoints.loggedUser] })
export const uploadPicture = mutation(receiptEndpoints.uploadPicture)
export const changePassword = mutation(profileEndpoints.changePassword, logsOutDevices)
export const changeEmail = mutation(profileEndpoints.changeEmail, changesSettings)
export const cancelEmailChange = mutation(profileEndpoints.cancelEmailChange, changesSettings)
/** Logging out another device also cancels a change of email. */
export const endSession = mutation(profileEndpoints.endSession, logsOutDevices)
export const endOtherSessions = mutation(profileEndpoints.endOtherSessions, logsOutDevices)
export const confirmTwoStep = mutation(profileEndpoints.confirmSecondFactor, turnsOnTwoStep)
export const turnOffTwoStep = mutation(profileEndpoints.turnOffSecondFactor, logsOutDevices)
export const renewRecoveryCodes = mutation(profileEndpoints.renewRecoveryCodes, changesSettings)
export const confirmRecoveryCodes = mutation(profileEndpoints.confirmRecoveryCodes, changesSettings)
export const addPasskey = mutation(profileEndpoints.addPasskey, turnsOnTwoStep)
export const removePasskey = mutation(profileEndpoints.removePasskey, logsOutDevices)

/** Whether the response to turning on two-step login, which has the recovery codes, may still arrive. */
export function useIsTurningOnTwoStep(): boolean {
  const confirming = useIsMutating({ mutationKey: endpointKey(profileEndpoints.confirmSecondFactor) })
  const adding = useIsMutating({ mutationKey: endpointKey(profileEndpoints.addPasskey) })
  return confirming + adding > 0
}
