import { authEndpoints } from '@docketbox/contract/auth/endpoints'
import { profileEndpoints } from '@docketbox/contract/profile/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { mutation, query } from '#platform/api/query.ts'

const { security: securityEndpoint, sessions } = profileEndpoints

export const security = query(securityEndpoint, {})
export const devices = query(sessions, {})

export const updateProfile = mutation(profileEndpoints.update, { invalidates: [authEndpoints.loggedUser] })
export const uploadPicture = mutation(receiptEndpoints.uploadPicture)
export const changePassword = mutation(profileEndpoints.changePassword, {
  invalidates: [securityEndpoint, sessions],
})
export const changeEmail = mutation(profileEndpoints.changeEmail, { invalidates: [securityEndpoint] })
export const endSession = mutation(profileEndpoints.endSession, { invalidates: [sessions] })
export const endOtherSessions = mutation(profileEndpoints.endOtherSessions, { invalidates: [sessions] })
export const confirmTwoStep = mutation(profileEndpoints.confirmSecondFactor, {
  invalidates: [securityEndpoint],
})
export const turnOffTwoStep = mutation(profileEndpoints.turnOffSecondFactor, {
  invalidates: [securityEndpoint],
})
export const renewRecoveryCodes = mutation(profileEndpoints.renewRecoveryCodes, {
  invalidates: [securityEndpoint],
})
export const addPasskey = mutation(profileEndpoints.addPasskey, { invalidates: [securityEndpoint] })
export const removePasskey = mutation(profileEndpoints.removePasskey, { invalidates: [securityEndpoint] })
