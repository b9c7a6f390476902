import { createHash } from 'node:crypto'
import { DAY_MS } from '@docketbox/contract/core/units'
import type { Deps } from '#platform/config/deps.ts'
import { directoryFor, type Packed } from '#platform/export/zip-format.ts'
import type { RangeHeaders } from '#platform/http/files/range.ts'

/** How long an interrupted download can be continued. */
const MAX_AGE_MS = DAY_MS

/** Enough for a connection that breaks every 12 seconds. */
const LIMIT = { max: 300, windowSeconds: 3600 }

/** Names the exact bytes of an export: its moment, and what its zip lists with sizes and checksums. */
export function exportEtag(at: Date, contents: readonly Packed[]): string {
  const hash = createHash('sha256').update(directoryFor(contents).bytes).digest('base64url')
  return `"${at.getTime().toString(36)}-${hash}"`
}

/**
 * The moment of the owner's export that a call may continue.
 * @returns undefined if there's none, it's too old, or files were left out of it, which moved those that follow.
 * @throws Refusal 429
 */
export async function findContinued(
  { db, limits, now }: Pick<Deps, 'db' | 'limits' | 'now'>,
  ownerId: string,
  { range, 'if-range': etag }: RangeHeaders,
): Promise<Date | undefined> {
  const [, time] = /^"([\da-z]{1,9})-[\w-]{43}"$/.exec(String(etag)) ?? []
  if (range === undefined || time === undefined) return undefined
  const at = new Date(Number.parseInt(time, 36))
  if (at.getTime() < now().getTime() - MAX_AGE_MS) return undefined
  const entries = await db
    .selectFrom('auditLog')
    .select(['action', 'at'])
    .where('subjectId', '=', ownerId)
    .where('action', 'in', ['account.export', 'account.exportIncomplete'])
    .where('at', '>=', at)
    .execute()
  const wasExported = entries.some((entry) => entry.action === 'account.export' && +entry.at === +at)
  const isIncomplete = entries.some(({ action }) => action === 'account.exportIncomplete')
  if (!wasExported || isIncomplete) return undefined
  await limits.consume('continue an export', ownerId, LIMIT)
  return at
}
