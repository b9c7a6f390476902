import { createSessions } from '#features/sessions'
import { resetSecondFactor } from '#features/profile'
import type { CommandDeps } from '#commands/command-deps.ts'
import { optionsIn } from './options.ts'

/** Turns off a user's two-step login. Exit code 1 if no user with that email has it on. */
export async function runResetSecondFactor(
  deps: CommandDeps,
  args: string[],
  say: (line: string) => void,
): Promise<number> {
  const { email } = optionsIn(args, {})
  const done = await resetSecondFactor(deps, createSessions(deps), email)
  if (done === undefined) {
    say(`No account with the email ${email} has two-step login.`)
    return 1
  }
  say(`Two-step login is off for ${done}. We've logged out every device and emailed them.`)
  return 0
}
