export { addPasskey, askForPasskey, beginPasskey } from './passkeys.ts'
export { deletePasskey, type PasskeyRow } from './passkey-store.ts'
export { type Proofs, proofColumns } from './store.ts'
export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  type Given,
  hasSecondFactor,
  passSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  secondFactorOf,
} from './service.ts'
