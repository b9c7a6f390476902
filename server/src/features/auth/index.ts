export {
  cancelEmailChange,
  cancelOwnEmailChange,
  confirmEmail,
  findPendingEmail,
  keepEmail,
  requestEmailChange,
} from './email/change.ts'
export { mailSecurityChange } from './email/former-addresses.ts'
export { changePassword } from './password/change.ts'
export { hashPassword, isCorrectPassword } from './password/hash.ts'
export { cleanAccounts } from './cleanup.ts'
export { confirmIdentity } from './sign-in/confirm-identity.ts'
export { administratorDetails, createAdministrator } from './sign-up/create-administrator.ts'
export { mailResetLink } from './password/reset.ts'
export { presentUser } from './present.ts'
export { readDevice, rememberDevice } from './devices/known-device.ts'
export { logOutDevice, logOutOthers } from './devices/log-out.ts'
export { closeAccount } from './closing/close.ts'
export { endOfGrace } from './closing/grace.ts'
export { authRoutes } from './routes.ts'
export { deleteUser, listDuePurges, lockDuePurge, markPurgeReminded } from './closing/purge-store.ts'
export { findUser, findUserByEmail, findUserByPicture, findUserIds, updateUser } from './user-store.ts'
