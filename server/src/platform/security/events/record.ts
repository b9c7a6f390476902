import type { SecurityEventKind } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { logSecurity, type SecurityLine } from './log.ts'

export type OwnEvent = Readonly<{
  ownerId: string
  kind: SecurityEventKind
  /** Null if it wasn't done on a device. */
  userAgent: string | null
}>

/** The row of an event that its owner sees under Security. */
export function eventRow({ ownerId, kind, userAgent }: OwnEvent, at: Date) {
  return { ownerId, id: newId(), at, kind, userAgent }
}

/** Stores an event that its owner sees under Security, as part of the transaction `db`, and logs it. */
export async function recordEvent(
  { log, now }: Pick<Deps, 'log' | 'now'>,
  db: Db,
  event: OwnEvent,
  details: Omit<SecurityLine, 'event' | 'user'> = {},
): Promise<void> {
  await db.insertInto('securityEvents').values(eventRow(event, now())).execute()
  logSecurity(log, { event: event.kind, user: event.ownerId, ...details })
}
