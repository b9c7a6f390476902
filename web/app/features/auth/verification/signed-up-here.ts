import { DAY_MS } from '@docketbox/contract/core/units'
import { load, remove, save } from '#platform/storage/local-storage.ts'

const KEY = 'signedUp'

type SignUp = { email: string; at: number }

/**
 * Remembers that someone signed up in this browser, so that the link mailed to them needs no press. Only for as long as that link
 * works: someone else may sign up with this email later.
 */
export function rememberSignUp(email: string): void {
  save(KEY, { email: email.toLowerCase(), at: Date.now() } satisfies SignUp)
}

/** Whether an account with this email was signed up for in this browser within a day. */
export function isSignedUpHere(email: string): boolean {
  const signUp = load(KEY, (stored) => stored as Partial<SignUp>)
  return signUp?.email === email.toLowerCase() && Date.now() - (signUp.at ?? 0) < DAY_MS
}

export function forgetSignUp(): void {
  remove(KEY)
}
