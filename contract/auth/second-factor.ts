import { z } from 'zod'
import { refusals } from '../core/refusal.ts'

export const secondFactorRefusals = refusals('secondFactor', {
  codeNeeded: [401, 'Enter the code from your authenticator app.'],
  passkeyNeeded: [401, 'Use your passkey or enter a code.'],
  wrongCode: [401, 'That code isn’t right, or has been used before. Please try the next one.'],
  // Also when the answer to the first code, with the recovery codes, was lost.
  notBegun: [
    409,
    'This set-up is over. If two-step login is on and you haven’t saved recovery codes, create new ones. Otherwise start again.',
  ],
  isOff: [409, 'Two-step login isn’t set up.'],
  isRequired: [403, 'Administrators can’t turn off two-step login.'],
})

/** Six digits from an app, or a recovery code. Some keyboards type wide digits, which become usual ones. */
export const secondFactorCode = z.string().normalize('NFKC').trim().max(30)
