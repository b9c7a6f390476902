import { createHmac } from 'node:crypto'
import type { SecurityEventKind } from '@docketbox/contract'
import type { Log } from '#platform/config/log.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** One line of the security log, in docs/operations.md. It has ids only, no names or addresses. */
export type SecurityLine = Readonly<{
  event: SecurityEventKind | 'sessionEnded' | 'accessDenied' | 'administratorAction' | 'unknownName'
  /** Whose account it is about; null if it's about none. */
  user: string | null
  /** Who did it, if not the user. */
  actor?: string
  session?: string
  /** `METHOD /path/:of/the/endpoint` */
  call?: string
  /** The target of an administrator's call. */
  subject?: string
  /** The code of a refusal, or how many sessions ended. */
  reason?: string
  /** See {@link sourceOf}. */
  source?: string
}>

/** Logs a security event whatever the log level. */
export function logSecurity(log: Log, line: SecurityLine): void {
  log.child({ log: 'security' }, { level: 'info' }).info(line)
}

/** Names a network address in the log without revealing it: the same address has the same name. */
export function sourceOf({ sessionKey }: Pick<Secrets, 'sessionKey'>, address: string): string {
  return createHmac('sha256', sessionKey).update(`source ${address}`).digest('hex').slice(0, 12)
}
