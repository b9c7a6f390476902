type Opinion = (typed: string) => boolean

let knownPlans: Opinion | undefined

/** Whether a number can be called. The light rule of the contract is enough until the numbering plans have arrived. */
export function isValidPhoneNumber(typed: string): boolean {
  return knownPlans?.(typed) ?? true
}

/** Fetches the numbering plans of the world; call it when a phone field gets the focus. */
export async function loadPhoneRules(): Promise<void> {
  if (knownPlans) return
  const library = await import('libphonenumber-js/min').catch(() => undefined)
  // Without it, the server says what is wrong with a number.
  if (library) knownPlans = (typed) => library.parsePhoneNumberFromString(typed, 'AU')?.isValid() ?? false
}
