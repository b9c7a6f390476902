import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { keepPreviousData } from '@tanstack/react-query'
import { mutation, query } from '#platform/api/query.ts'

const { security: securityEndpoint, sessions, securityEvents } = profileEndpoints

export const security = query(securityEndpoint, {})
export const devices = query(sessions, {})
export const eventPage = (page: number) => ({
  ...query(securityEvents, { query: { page } }),
  placeholderData: keepPreviousData,
})

export const updateProfile = mutation(profileEndpoints.update, { invalidates: [authEndpoints.loggedUser] })
export const uploadPicture = mutation(receiptEndpoints.uploadPicture)
export const changePassword = mutation(profileEndpoints.changePassword, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
export const changeEmail = mutation(profileEndpoints.changeEmail, {
  invalidates: [securityEndpoint, securityEvents],
})
export const cancelEmailChange = mutation(profileEndpoints.cancelEmailChange, {
  invalidates: [securityEndpoint, securityEvents],
})
/** Logging out another device also cancels a change of email. */
export const endSession = mutation(profileEndpoints.endSession, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
export const endOtherSessions = mutation(profileEndpoints.endOtherSessions, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
export const confirmTwoStep = mutation(profileEndpoints.confirmSecondFactor, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
export const turnOffTwoStep = mutation(profileEndpoints.turnOffSecondFactor, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
export const renewRecoveryCodes = mutation(profileEndpoints.renewRecoveryCodes, {
  invalidates: [securityEndpoint, securityEvents],
})
export const addPasskey = mutation(profileEndpoints.addPasskey, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
export const removePasskey = mutation(profileEndpoints.removePasskey, {
  invalidates: [securityEndpoint, sessions, securityEvents],
})
