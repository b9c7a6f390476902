export { addPasskey, beginPasskey, beginPasskeyLogin, type PasskeyOptions } from './passkeys.ts'
export { passkeyChangedMail, secondFactorChangedMail, secondFactorResetMail } from './mails.ts'
export { deletePasskey, type PasskeyRow } from './passkey-store.ts'
export { type Proofs, proofColumns } from './store.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  removeSecondFactor,
  type SecondFactorProof,
  hasSecondFactor,
  verifySecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  secondFactorOf,
} from './service.ts'
