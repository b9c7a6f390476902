export { addPasskey, beginPasskey, beginPasskeyLogin, type PasskeyOptions } from './passkeys.ts'
export {
  passkeyAddedMail,
  passkeyRemovedMail,
  secondFactorChangedMail,
  secondFactorResetMail,
} from './mails.ts'
export { deletePasskey, type PasskeyRow } from './passkey-store.ts'
export { type EnrolledFactors, enrolledFactorColumns } from './store.ts'
export {
  beginSecondFactor,
  confirmRecoveryCodes,
  confirmSecondFactor,
  forgetWrongCodes,
  removeSecondFactor,
  removeSecondFactorSince,
  type SecondFactorInput,
  hasSecondFactor,
  verifySecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  secondFactorOf,
} from './service.ts'
