/** The most characters each kind of text may have. Forms take their `maxLength` from here. */
export const MAX_LENGTH = {
  personName: 100,
  fullName: 200,
  email: 254,
  phoneNumber: 40,
  password: 256,
  street: 200,
  place: 100,
  description: 2000,
  title: 300,
  supplier: 200,
  note: 4000,
  /** An amount of money as typed. */
  amount: 40,
  message: 5000,
  reason: 500,
  suspensionReason: 300,
  planName: 40,
  planDescription: 500,
  passkeyName: 60,
  /** As long as an email address, which is what lists of people are searched by. */
  search: 254,
  receiptSearch: 200,
  /** Mailed and one-time tokens. */
  token: 100,
} as const

/** Requirements 6 and 47; Admin stands for Super Admins, too. */
export const MIN_PASSWORD_LENGTH = { User: 8, Admin: 15 } as const

/** How long deleted receipts and expenses can be restored (requirement 14). */
export const BIN_DAYS = 30

/** How long discarded uploads can be restored (requirement 13). */
export const DISCARDED_DAYS = 7

/** How long a device keeps files it couldn't upload if their user doesn't come back. */
export const MAX_OFFLINE_DAYS = 30

export const MAX_CENTS = 999_999_999_99

/** @returns the message for a text of more than `max` characters. */
export function tooLong(max: number): string {
  // Not with Intl, whose locale data every screen would have to load.
  return `Use at most ${String(max).replace(/(?=\d{3}$)/, max > 999 ? ',' : '')} characters.`
}
