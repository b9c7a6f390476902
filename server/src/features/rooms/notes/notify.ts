import { HOUR_MS } from '@docketbox/contract/core/units'
import { sydneyDay } from '@docketbox/contract'
import { z } from 'zod'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { issueLink, lockOpenRoom, type RoomWithOwner } from '../entering/store.ts'
import { answerMail, requestMail, type RoomMailDeps } from '../mails.ts'
import { updateRoom } from '../sharing/store.ts'
import { hasNewQuestion, hasUnreadAnswer } from './store.ts'

type NotifyDeps = Pick<Deps, 'jobs' | 'now'> & RoomMailDeps
type Side = 'owner' | 'guest'

/** Each side of a room gets at most one mail about questions and answers in this time. */
const MAIL_INTERVAL_MS = HOUR_MS
const mailedAt = { owner: 'ownerMailedAt', guest: 'guestMailedAt' } as const
const isWaiting = { owner: hasNewQuestion, guest: hasUnreadAnswer }

/**
 * Emails the owner about a question or the guest about an answer. If they were mailed within the last hour, they're mailed at
 * its end, unless the question has been answered or the answer has been read by then.
 * @param db a transaction.
 */
export async function notify(db: Db, deps: NotifyDeps, roomId: string, side: Side): Promise<void> {
  const at = deps.now()
  const room = await lockOpenRoom(db, { id: roomId }, sydneyDay(at))
  if (!room) return
  const last = room[mailedAt[side]]
  const next = new Date((last?.getTime() ?? 0) + MAIL_INTERVAL_MS)
  if (next <= at) return mail(db, deps, { room, side, at })
  const waiting = { startAfter: next, singletonKey: `${roomId} ${side}` }
  await deps.jobs.enqueue(db, mailAboutNotes, { roomId, side }, waiting)
}

/** Emails one side of a room about what has waited for the end of the hour. */
export const mailAboutNotes = defineJob(
  'rooms.mail-about-notes',
  z.strictObject({ roomId: z.uuid(), side: z.enum(['owner', 'guest']) }),
  (deps, { roomId, side }) =>
    inTransaction(deps.db, async (db) => {
      const at = deps.now()
      const room = await lockOpenRoom(db, { id: roomId }, sydneyDay(at))
      if (room && (await isWaiting[side](db, room))) await mail(db, deps, { room, side, at })
    }),
  { policy: 'short' },
)

async function mail(
  db: Db,
  deps: NotifyDeps,
  { room, side, at }: { room: RoomWithOwner; side: Side; at: Date },
): Promise<void> {
  const owner = { firstName: room.firstName, lastName: room.lastName, email: room.ownerEmail }
  const message =
    side === 'owner'
      ? requestMail(deps, { owner, room })
      : answerMail(deps, {
          room,
          owner,
          token: await issueLink(db, room, at),
          to: room.guestEmail ?? room.email,
        })
  await deps.mail.queue(db, message)
  await updateRoom(db, room, { [mailedAt[side]]: at })
}
