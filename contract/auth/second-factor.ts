import { z } from 'zod'
import { refusals } from '../core/refusal.ts'

export const secondFactorRefusals = refusals('secondFactor', {
  codeNeeded: [401, 'Enter the code from your authenticator app.'],
  passkeyNeeded: [401, 'Show your passkey, or enter a code.'],
  wrongCode: [401, 'This code is not right. Please try again.'],
  notBegun: [409, 'Please start the set-up again.'],
  isOff: [409, 'The second factor is not set up.'],
  isRequired: [403, 'Administrators cannot turn the second factor off.'],
})

/** Six digits of an app, or a recovery code. */
export const secondFactorCode = z.string().trim().max(30)
