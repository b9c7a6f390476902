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
                  create an administrator; asks for the password unless ADMIN_PASSWORD is set
  second-factor reset --email you@example.com
                  turn off two-step login for someone who lost it; logs them out and emails them
  audit verify    check that the audit log is intact
  lodgement REFERENCE
                  print a lodgement with its encrypted parts; the audit log records it
  check           check every stored file and the audit log`

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
  return (deps) =>
    runCreate(deps, args, { adminPassword: process.env['ADMIN_PASSWORD'], ask: askSecret, say })
}

try {
  const command = commandFor(process.argv.slice(2))
  if (command) process.exitCode = await withCommandDeps(process.env, say, command)
  else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exitCode = 1
}
