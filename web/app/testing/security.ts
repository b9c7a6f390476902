import type { Security } from '@docketbox/contract/profile/endpoints'

/** The security settings of a user with only a password. */
export const passwordAlone: Security = {
  hasPassword: true,
  hasGoogle: false,
  secondFactor: {
    isOn: false,
    since: null,
    hasApp: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    hasSavedRecoveryCodes: false,
    isRequired: false,
  },
  waitingEmail: null,
}
