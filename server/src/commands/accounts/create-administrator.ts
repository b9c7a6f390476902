import { z } from 'zod'
import { administratorDetails, createAdministrator } from '#features/auth'
import { Refusal } from '#platform/http/refusal.ts'
import type { CommandDeps } from '#commands/command-deps.ts'
import { optionsIn } from './options.ts'

type Asks = (question: string) => Promise<string>

/**
 * Creates an administrator from the arguments of `npm run admin -- create`.
 * @param adminPassword ADMIN_PASSWORD; asks for it if unset.
 * @returns the exit code.
 */
export async function runCreate(
  deps: CommandDeps,
  args: string[],
  { adminPassword, ask, say }: { adminPassword: string | undefined; ask: Asks; say: (line: string) => void },
): Promise<number> {
  const {
    email,
    role,
    'first-name': firstName,
    'last-name': lastName,
  } = optionsIn(args, {
    role: { type: 'string', default: 'Admin' },
    'first-name': { type: 'string', default: 'Administrator' },
    'last-name': { type: 'string', default: '' },
  })
  try {
    const details = administratorDetails.parse({ email, role, firstName, lastName })
    const password = adminPassword ?? (await ask(`Password for ${email}: `))
    // Nothing that's typed is shown, and the email couldn't be used again.
    if (adminPassword === undefined && (await ask('Repeat the password: ')) !== password) {
      say('The passwords don’t match, so no account was created.')
      return 1
    }
    const made = await createAdministrator(deps, { ...details, password })
    say(`${made.email} is now ${made.role === 'Admin' ? 'an Admin' : 'a Super Admin'} and can log in.`)
    return 0
  } catch (thrown) {
    const problem = problemIn(thrown)
    if (problem === undefined) throw thrown
    say(problem)
    return 1
  }
}

function problemIn(thrown: unknown): string | undefined {
  if (thrown instanceof Refusal) return thrown.message
  if (thrown instanceof z.ZodError) return thrown.issues.map(({ message }) => message).join('\n')
  return undefined
}
