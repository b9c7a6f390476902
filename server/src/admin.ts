import { CannotStart } from '#platform/config/cannot-start.ts'
import { askSecret } from './commands/ask-secret.ts'
import { runCheck } from './commands/check.ts'
import { type CommandDeps, withCommandDeps } from './commands/command-deps.ts'
import { runCreate } from './commands/create-administrator.ts'
import { runReadLodgement } from './commands/read-lodgement.ts'
import { runResetSecondFactor } from './commands/reset-second-factor.ts'
import { runAuditVerify } from './commands/verify-audit.ts'

const usage = `npm run admin -- <command>

  create --email you@example.com [--role "Super Admin"] [--first-name Ann] [--last-name Lee]
                  make an administrator; asks for the password, or takes it from ADMIN_PASSWORD
  second-factor reset --email you@example.com
                  turn off two-step login for a user who lost it; logs them out and mails them
  audit verify    walk the audit log and say whether it is whole
  lodgement REFERENCE
                  print one lodgement whole, its sealed parts too; the audit log remembers it
  check           read every stored file and the audit log, and say whether they are whole`

const say = (line: string) => console.log(line)

function commandFor([first, second, ...rest]: string[]):
  | ((deps: CommandDeps) => Promise<number>)
  | undefined {
  if (first === 'check') return (deps) => runCheck(deps, say)
  if (first === 'lodgement') return (deps) => runReadLodgement(deps, second, say)
  if (first === 'audit' && second === 'verify') return (deps) => runAuditVerify(deps, say)
  if (first === 'second-factor' && second === 'reset') return (deps) => runResetSecondFactor(deps, rest, say)
  if (first !== 'create') return undefined
  const args = [second, ...rest].filter((arg) => arg !== undefined)
  return (deps) => runCreate(deps, args, { given: process.env['ADMIN_PASSWORD'], ask: askSecret, say })
}

try {
  const command = commandFor(process.argv.slice(2))
  if (command) process.exitCode = await withCommandDeps(process.env, say, command)
  else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (thrown) {
  if (!(thrown instanceof CannotStart)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}
