const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** How long mailed links are valid (decisions 9 and 10). */
export const linkLength = {
  verifyEmail: 24 * HOUR,
  resetPassword: 30 * MINUTE,
  changeEmail: 24 * HOUR,
  /** Long enough for a user on holiday to notice that someone changed their email. */
  keepEmail: 7 * 24 * HOUR,
}
