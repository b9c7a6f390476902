let library: typeof import('libphonenumber-js/min') | undefined

/** Whether a phone number exists. True until the rules have loaded; the server checks it anyway. */
export function isValidPhoneNumber(phoneNumber: string): boolean {
  if (!library) return true
  return library.parsePhoneNumberFromString(phoneNumber, 'AU')?.isValid() ?? false
}

/** Loads the rules for all countries; call it when a phone field gets the focus. */
export async function loadPhoneRules(): Promise<void> {
  library ??= await import('libphonenumber-js/min').catch(() => undefined)
}
