import { z } from 'zod'
import { refusals } from '../core/refusal.ts'

export const secondFactorRefusals = refusals('secondFactor', {
  codeNeeded: [401, 'Enter the code from your authenticator app.'],
  passkeyNeeded: [401, 'Use your passkey or enter a code.'],
  wrongCode: [401, 'That code isn’t right or has already been used. Please enter another one.'],
  // The response to the first code, with the recovery codes, may have been lost.
  notBegun: [
    409,
    'This set-up has finished or expired. If two-step login is on but you haven’t saved any recovery codes, create new ones. Otherwise, start again.',
  ],
  isOff: [409, 'Two-step login isn’t set up.'],
  codesReplaced: [
    409,
    'These recovery codes no longer work, because newer ones were created. Use those, or create new ones.',
  ],
  isRequired: [403, 'Administrators can’t turn off two-step login.'],
})

/** Six digits from an app, or a recovery code. Some keyboards type wide digits, which become usual ones. */
export const secondFactorCode = z.string().normalize('NFKC').trim().max(30)
