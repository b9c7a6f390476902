import { administratorPassword, newPassword, type Role } from '@docketbox/contract'
import { invalidInput } from '#platform/http/route.ts'
import { isCommonPassword } from './common-passwords.ts'

type PasswordOwner = { role: string; email: string; firstName: string; lastName: string }

/**
 * Checks a new password: its length for the role (requirement 47), and that it isn't easily guessed (requirement 6).
 * @throws Refusal for the field.
 */
export function assertStrongPassword(
  password: string,
  { role, email, firstName, lastName }: PasswordOwner,
  { productName, field = 'password' }: { productName: string; field?: string },
): void {
  const rule = (role as Role) === 'User' ? newPassword : administratorPassword
  const problem = rule.safeParse(password).error?.issues[0]
  if (problem) throw invalidInput({ [field]: problem.message })
  if (isCommonPassword(password, [email, firstName, lastName, productName]))
    throw invalidInput({ [field]: 'This password is too easy to guess. Please choose another one.' })
}
