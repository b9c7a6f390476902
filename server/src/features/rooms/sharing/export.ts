import { incomeYearLabel } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { statusOf, yearLabels } from './rules.ts'
import { listRooms } from './store.ts'

/** The owner's current and past shares: with whom, which years, what guests opened, and notes. */
export async function exportShares(db: Db, ownerId: string, now: Date) {
  const rooms = await listRooms(db, ownerId)
  const guestLog = await db
    .selectFrom('roomAccesses')
    .select(['roomId', 'at', 'action', 'about', 'fileName'])
    .where('ownerId', '=', ownerId)
    .where('at', '<=', now)
    .orderBy('roomId')
    .orderBy('id')
    .execute()
  const notes = await db
    .selectFrom('roomNotes')
    .select(['roomId', 'kind', 'author', 'incomeYear', 'receiptId', 'text', 'label', 'createdAt'])
    .select(['answeredAt', 'answer', 'answerReceiptId', 'isAccepted'])
    .where('ownerId', '=', ownerId)
    .orderBy('roomId')
    .orderBy('id')
    .execute()
  return rooms.map((room) => ({
    email: room.email,
    years: yearLabels(room.incomeYears),
    until: room.lastDay,
    withOriginals: room.hasOriginals,
    status: statusOf(room, now),
    createdAt: room.createdAt,
    revokedAt: room.revokedAt,
    accesses: guestLog.filter(({ roomId }) => roomId === room.id),
    notes: notes
      .filter(({ roomId }) => roomId === room.id)
      .map(({ incomeYear, ...note }) => ({ ...note, incomeYear: incomeYearLabel(incomeYear) })),
  }))
}
