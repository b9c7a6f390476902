import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Whether a number can be called, by the numbering plans of the world; without a country code it is Australian. */
export function canBeCalled(typed: string): boolean {
  return parsePhoneNumberFromString(typed, 'AU')?.isValid() ?? false
}
