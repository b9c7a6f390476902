import { load, remove, save } from '#platform/storage/local-storage.ts'

const KEY = 'signedUp'

/** Remembers that someone signed up in this browser, so that the link mailed to them needs no press. */
export function rememberSignUp(email: string): void {
  save(KEY, email.toLowerCase())
}

/** Whether an account with this email was signed up for in this browser. */
export function isSignedUpHere(email: string): boolean {
  return load(KEY, (stored) => stored) === email.toLowerCase()
}

export function forgetSignUp(): void {
  remove(KEY)
}
