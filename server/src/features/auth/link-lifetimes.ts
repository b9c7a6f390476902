import { HOUR_MS, MINUTE_MS } from '@docketbox/contract/core/units'

/** How long mailed links are valid (requirements 9 and 10). */
export const linkLength = {
  verifyEmail: 24 * HOUR_MS,
  resetPassword: 30 * MINUTE_MS,
  changeEmail: 24 * HOUR_MS,
  /** Long enough for a user on holiday to notice that someone changed their email. */
  keepEmail: 7 * 24 * HOUR_MS,
}
