import { paths } from '@docketbox/contract/core/paths'

/** Pages for search engines; they go into the site map. */
export const indexedPaths = [
  paths.home,
  paths.lodgement,
  paths.register,
  paths.login,
  paths.privacy,
  paths.terms,
]

/** Pages that are prerendered to HTML. */
export const publicPaths = [
  ...indexedPaths,
  paths.welcome,
  paths.adminRegister,
  paths.emailVerify,
  paths.verify,
  paths.resendVerification,
  paths.forgetPassword,
  paths.resetPassword,
  paths.changeEmail,
  paths.room,
  paths.error,
]
