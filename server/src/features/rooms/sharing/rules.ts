import { endingOf, formatDay, incomeYearLabel, latestUntil, type Room, sydneyDay } from '@docketbox/contract'
import { invalidInput } from '#platform/http/route.ts'
import type { RoomRow } from './store.ts'

/** Revoked by its owner, over, or open. */
export function statusOf(
  { revokedAt, lastDay }: Pick<RoomRow, 'revokedAt' | 'lastDay'>,
  now: Date,
): Room['status'] {
  if (revokedAt) return 'revoked'
  return lastDay < sydneyDay(now) ? 'expired' : 'active'
}

/** @throws Refusal when access can't last until this day. */
export function requireLastDay(lastDay: string, today: string): void {
  if (lastDay < today || lastDay > latestUntil(today))
    throw invalidInput({ until: `Choose a date from today to ${formatDay(latestUntil(today))}.` })
}

/** What both sides see of a room. */
export function presentShared({
  id,
  incomeYears,
  lastDay,
  hasOriginals,
}: Pick<RoomRow, 'id' | 'incomeYears' | 'lastDay' | 'hasOriginals'>) {
  return { _id: id, years: yearLabels(incomeYears), until: lastDay, withOriginals: hasOriginals }
}

export function presentRoom(row: RoomRow, now: Date): Room {
  return {
    ...presentShared(row),
    email: row.email,
    hasPasscode: row.passcodeHash !== null,
    status: statusOf(row, now),
    createdAt: row.createdAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
    firstOpenedAt: row.firstOpenedAt?.toISOString() ?? null,
    lastAccessAt: row.lastAccessAt?.toISOString() ?? null,
  }
}

/** @param endings the years they end in. */
export function yearLabels(endings: readonly number[]): string[] {
  return endings.map(incomeYearLabel)
}

/** @param labels as in `2025-26`. */
export function yearEndings(labels: readonly string[]): number[] {
  return labels.map(endingOf)
}
