import { verifyAuditLog } from '#platform/security/audit-log.ts'
import type { CommandDeps } from './command-deps.ts'

/** Checks the audit log's chain. Exit code 1 when an entry was changed, removed or inserted. */
export async function runAuditVerify(
  { db }: Pick<CommandDeps, 'db'>,
  say: (line: string) => void,
): Promise<number> {
  const { entries, brokenAt } = await verifyAuditLog(db)
  if (brokenAt === undefined) {
    say(`The audit log is intact: ${entries} entries.`)
    return 0
  }
  say(`The audit log is broken at entry ${brokenAt}: it was changed, removed or inserted.`)
  return 1
}
