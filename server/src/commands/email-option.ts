import { parseArgs } from 'node:util'
import { CannotStart } from '#platform/config/cannot-start.ts'

/** The value of `--email`. @throws CannotStart if it's missing, or there's another option. */
export function emailIn(args: string[]): string {
  try {
    const { email } = parseArgs({ args, options: { email: { type: 'string' } } }).values
    if (email) return email
  } catch (thrown) {
    if (thrown instanceof TypeError) throw new CannotStart(thrown.message)
    throw thrown
  }
  throw new CannotStart('--email is missing.')
}
