import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** Whether a phone number is valid in its country; without a country code, in Australia. */
export function isValidPhoneNumber(typed: string): boolean {
  return parsePhoneNumberFromString(typed, 'AU')?.isValid() ?? false
}
