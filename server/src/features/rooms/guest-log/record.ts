import { findUser } from '#features/auth'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import type { GuestEvent } from '#platform/security/guest-log.ts'
import { packDownloadedMail, type RoomMailDeps } from '../mails.ts'
import { findRoom } from '../sharing/store.ts'
import { insertEntry } from './store.ts'

/** Only limits the mails: the log has every download. */
const downloadMailLimit = { max: 10, windowSeconds: 60 * 60 }

/** Records a guest's action for the owner, and emails the owner when a pack is downloaded. */
export async function recordGuestEvent(
  deps: Pick<Deps, 'db' | 'limits' | 'now'> & RoomMailDeps,
  { caller: { actor, scope }, action, about, fileName, isContinued }: GuestEvent,
): Promise<void> {
  const { ownerId } = scope
  const entry = {
    ownerId,
    roomId: actor.id,
    sessionId: actor.sessionId,
    at: deps.now(),
    action,
    about,
    fileName,
  }
  const canMail =
    action === 'downloadPack' &&
    (isContinued || (await deps.limits.tryConsume('pack-download', actor.id, downloadMailLimit)))
  await inTransaction(deps.db, async (db) => {
    if (!(await insertEntry(db, entry, { isContinued })) || !canMail) return
    const [owner, room] = [await findUser(db, ownerId), await findRoom(db, ownerId, actor.id)]
    if (owner && room) await deps.mail.queue(db, packDownloadedMail(deps, { owner, room, fileName }))
  })
}
