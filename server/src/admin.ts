import { explainError } from '#platform/config/cannot-start.ts'
import { runAdoptFiles } from '#commands/adopt-files.ts'
import { askSecret } from '#commands/ask-secret.ts'
import { runBackup, runVerify } from '#commands/backups/backup.ts'
import { runCheck } from '#commands/check.ts'
import {
  type CommandDeps,
  type FileCommandDeps,
  withCommandDeps,
  withFileCommandDeps,
} from '#commands/command-deps.ts'
import { runCreate } from '#commands/accounts/create-administrator.ts'
import { runPaymentsCheck, runPaymentsSetup, withPayments } from '#commands/payments.ts'
import { runReadLodgement } from '#commands/read-lodgement.ts'
import { runResetSecondFactor } from '#commands/accounts/reset-second-factor.ts'
import { runSetAdministratorStatus } from '#commands/accounts/suspend-administrator.ts'
import { runRestore } from '#commands/backups/restore.ts'
import { runAuditVerify } from '#commands/verify-audit.ts'

const usage = `npm run admin -- <command>

  create --email you@example.com [--role "Super Admin"] [--first-name Ann] [--last-name Lee]
                  create an administrator; asks for the password unless ADMIN_PASSWORD is set
  second-factor reset --email you@example.com
                  turn off two-step login for someone who lost it; logs them out and emails them
  suspend --email them@example.com
                  lock out an administrator, even a Super Admin; logs them out and emails them
  unsuspend --email them@example.com
                  let an administrator log in again
  audit verify    check that the audit log is intact
  lodgement REFERENCE
                  print a lodgement with its encrypted parts; the audit log records it
  payments check  check the Stripe account: keys, webhook, prices, portal and more
  payments setup  create or correct what Stripe's API allows; prints the webhook's signing secret once
  check           check every stored file and the audit log
  files adopt     use a file store that has none of the database's files, once they're lost for good
  backup FOLDER   add a backup to a folder, or to s3://bucket/prefix; the product may be running
  backup verify FOLDER [--at NAME]
                  compare everything in a backup, by default the newest, with its hash
  restore FOLDER [--at NAME]
                  restore a backup into a new DATA_DIR or an empty database`

const say = (line: string) => console.log(line)

/** Runs a command and returns its exit code. */
type Run = () => Promise<number>

function commandFor([first, ...args]: string[]): Run | undefined {
  const [second, ...rest] = args
  const onData = (command: (deps: CommandDeps) => Promise<number>): Run => {
    return () => withCommandDeps(process.env, say, command)
  }
  const onFiles = (command: (deps: FileCommandDeps) => Promise<number>): Run => {
    return () => withFileCommandDeps(process.env, say, command)
  }
  if (first === 'check') return onFiles((deps) => runCheck(deps, say))
  if (first === 'files' && second === 'adopt') return onData((deps) => runAdoptFiles(deps, say))
  if (first === 'lodgement') return onData((deps) => runReadLodgement(deps, second, say))
  if (first === 'audit' && second === 'verify') return onData((deps) => runAuditVerify(deps, say))
  if (first === 'payments' && second === 'check')
    return () => withPayments(process.env, say, runPaymentsCheck)
  if (first === 'payments' && second === 'setup')
    return () => withPayments(process.env, say, runPaymentsSetup)
  if (first === 'second-factor' && second === 'reset')
    return onData((deps) => runResetSecondFactor(deps, rest, say))
  if (first === 'suspend' || first === 'unsuspend') {
    const isSuspended = first === 'suspend'
    return onData((deps) => runSetAdministratorStatus(deps, args, { isSuspended, say }))
  }
  if (first === 'backup' && second === 'verify') {
    const backup = backupIn(rest)
    return backup && (() => runVerify(process.env, backup, say))
  }
  if (first === 'backup' && second && rest.length === 0)
    return onFiles((deps) => runBackup(deps, second, say))
  if (first === 'restore') {
    const backup = backupIn(args)
    return backup && (() => runRestore(process.env, backup, say))
  }
  if (first !== 'create') return undefined
  const create = (deps: CommandDeps) =>
    runCreate(deps, args, { adminPassword: process.env['ADMIN_PASSWORD'], ask: askSecret, say })
  return () => withCommandDeps(process.env, say, create, { mayBeNew: true })
}

/** `FOLDER [--at NAME]` */
function backupIn([location, option, at, ...rest]: string[]): { location: string; at?: string } | undefined {
  if (!location || rest.length > 0) return undefined
  if (option === undefined) return { location }
  return option === '--at' && at !== undefined ? { location, at } : undefined
}

try {
  const command = commandFor(process.argv.slice(2))
  if (command) process.exitCode = await command()
  else {
    console.error(usage)
    process.exitCode = 2
  }
} catch (error) {
  const sentence = explainError(error)
  if (sentence === undefined) throw error
  console.error(sentence)
  process.exitCode = 1
}
