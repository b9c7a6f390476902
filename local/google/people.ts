import { createHash } from 'node:crypto'

export type GooglePerson = Readonly<{
  sub: string
  email: string
  isEmailVerified: boolean
  givenName: string
  familyName: string
}>

/** The accounts the chooser offers. These addresses don't receive mail. */
export const demoPeople: readonly GooglePerson[] = [
  person('mia.nguyen@example.com', 'Mia', 'Nguyen'),
  person('jack.taylor@example.com', 'Jack', 'Taylor'),
  person('priya.sharma@example.com', 'Priya', 'Sharma'),
  { ...person('sam.unverified@example.com', 'Sam', 'Unverified'), isEmailVerified: false },
]

/** The account for an email address, always the same one. */
export function person(email: string, givenName: string, familyName: string): GooglePerson {
  const address = email.trim().toLowerCase()
  return { sub: subOf(address), email: address, isEmailVerified: true, givenName, familyName }
}

/** Like Google's: 21 digits that reveal nothing about the person. */
function subOf(address: string): string {
  const hex = createHash('sha256').update(`google stand-in ${address}`).digest('hex')
  return BigInt(`0x${hex}`).toString().slice(0, 21)
}
