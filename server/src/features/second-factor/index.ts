export {
  beginSecondFactor,
  confirmSecondFactor,
  dropSecondFactor,
  hasSecondFactor,
  passSecondFactor,
  renewRecoveryCodes,
  type SecondFactorState,
  secondFactorOf,
} from './service.ts'
