const MINUTE = 60 * 1000
const HOUR = 60 * MINUTE

/** How long a mailed link is good for (decisions 9 and 10). */
export const linkLength = {
  verifyEmail: 24 * HOUR,
  resetPassword: 30 * MINUTE,
  changeEmail: 24 * HOUR,
  /** Long enough to come back from a holiday to an address that was taken over. */
  keepEmail: 7 * 24 * HOUR,
}
