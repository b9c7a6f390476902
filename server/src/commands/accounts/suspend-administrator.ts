import { setAdministratorStatus } from '#features/admin'
import { createSessions } from '#features/sessions'
import type { CommandDeps } from '#commands/command-deps.ts'
import { optionsIn } from './options.ts'

/** Suspends or unsuspends an administrator. Exit code 1 if there's none with that email, or they're the last Super Admin. */
export async function runSetAdministratorStatus(
  deps: CommandDeps,
  args: string[],
  { isSuspended, say }: { isSuspended: boolean; say: (line: string) => void },
): Promise<number> {
  const { email } = optionsIn(args, {})
  const outcome = await setAdministratorStatus(
    { ...deps, sessions: createSessions(deps) },
    email,
    isSuspended,
  )
  const done = isSuspended
    ? `${email} is suspended. We've logged out every device and emailed them.`
    : `${email} can log in again. We've emailed them.`
  say(
    {
      done,
      unchanged: `${email} ${isSuspended ? 'is already' : "isn't"} suspended. Nothing has changed.`,
      notFound: `There's no administrator with the email ${email}. Suspend users on the Subscribers screen.`,
      isLast: `${email} is the only Super Admin. Create another one first.`,
    }[outcome],
  )
  return outcome === 'done' || outcome === 'unchanged' ? 0 : 1
}
