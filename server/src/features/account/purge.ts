import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { deleteUser, endOfGrace, listDuePurges, lockDuePurge, markPurgeReminded } from '#features/auth'
import { canPurge } from '#features/backups'
import { anonymisePayments, endPlansAtStripe, lockPurchases, requestCreditReport } from '#features/payments'
import { cleanFiles, forgetRequests } from '#features/files'
import { deleteReceiptsOf } from '#features/receipts'
import { revokeSharesWithFormerAddresses } from '#features/rooms'
import { anonymisePlans, lockPlans } from '#features/subscriptions'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { isClockWrong } from '#platform/database/clock.ts'
import type { Db } from '#platform/database/database.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { purgedMail, purgeReminderMail } from './mails.ts'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'

/** The minimum notice. The job runs nightly, so it reminds people up to a day earlier. */
const NOTICE_DAYS = 3
const USER_BATCH_SIZE = 200
const RECEIPT_BATCH_SIZE = 1_000

/** Reminds owners of closed accounts before the deletion, and deletes accounts that are due. Safe to interrupt. */
export const purgeAccounts = defineJob(
  'account.purge',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    if (await isClockWrong(deps)) return
    await remind(deps)
    if (!(await canPurge(deps))) return
    const failures: unknown[] = []
    let purged = 0
    for (let after = NIL_UUID, due = [after]; due.length > 0 && !signal.aborted;) {
      due = await listDuePurges(deps.db, deps.now(), after, USER_BATCH_SIZE)
      for (const id of due) {
        after = id
        if (signal.aborted) break
        // One failure doesn't stop the others.
        await purge(deps, id).then(
          () => purged++,
          (thrown: unknown) => failures.push(thrown),
        )
      }
    }
    // Garbage collection removes the bytes that no row refers to any more.
    if (purged > 0) await deps.jobs.enqueue(deps.db, cleanFiles, {}, { singletonKey: 'purged' })
    if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be deleted yet.')
  },
  { policy: 'short', cron: '10 3 * * *', timeoutSeconds: 3600 },
)

async function remind(deps: Deps): Promise<void> {
  const now = deps.now()
  const until = new Date(now.getTime() + (NOTICE_DAYS + 1) * DAY_MS)
  const extendedTo = endOfGrace(now, NOTICE_DAYS)
  for (;;) {
    const reminded = await inTransaction(deps.db, async (db) => {
      const users = await markPurgeReminded(db, { now, until, extendedTo, limit: USER_BATCH_SIZE })
      for (const user of users) {
        await deps.mail.queue(db, purgeReminderMail(deps, user, user.purgeAt))
        await requestCreditReport(deps, db, user.id)
      }
      return users.length
    })
    if (reminded < USER_BATCH_SIZE) return
  }
}

/**
 * Stripe first, then receipts in batches, and the user row last, so that an interrupted purge is repeated. Each step only if
 * the account is still due: the others took their time, and administrators may have suspended it since.
 */
async function purge(deps: Deps, id: string): Promise<void> {
  if (!(await lockDuePurge(deps.db, id, deps.now()))) return
  await endPlansAtStripe(deps, id)
  const deleteBatch = async (db: Db) =>
    (await lockDuePurge(db, id, deps.now())) ? deleteReceiptsOf(db, id, RECEIPT_BATCH_SIZE) : 0
  while ((await inTransaction(deps.db, deleteBatch)) === RECEIPT_BATCH_SIZE);
  await deleteUserData(deps, id)
}

function deleteUserData(deps: Deps, id: string): Promise<void> {
  return inTransaction(deps.db, async (db) => {
    // Same lock order as the webhook, which handles the events of the plans just ended.
    await lockPurchases(db, id)
    await lockPlans(db, id)
    const user = await lockDuePurge(db, id, deps.now())
    if (!user) return
    await anonymisePayments(db, id)
    await anonymisePlans(db, id, deps.now())
    await forgetRequests(db, id)
    await revokeSharesWithFormerAddresses(db, user, deps.now())
    await deleteUser(db, id)
    await deps.mail.queue(db, purgedMail(deps, user))
    await audit(db, { at: deps.now(), actorId: null, action: 'account.purge', subjectId: id })
  })
}
