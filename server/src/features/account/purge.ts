import { z } from 'zod'
import { anonymisePayments, endPlansAtStripe, lockPurchases } from '#features/payments'
import { cleanFiles } from '#features/files'
import { deleteReceiptsOf } from '#features/receipts'
import { audit } from '#platform/security/audit-log.ts'
import type { Deps } from '#platform/config/deps.ts'
import { attemptKey, forgetFailures } from '#platform/limits/failed-attempts.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { purgedMail, purgeReminderMail } from './mails.ts'
import * as store from './purge-store.ts'
import { inTransaction } from '#platform/database/transaction.ts'

const DAY_MS = 86_400_000
/** People hear of it this long before at least; a nightly look a day earlier sees to that. */
const NOTICE_MS = 3 * DAY_MS
const PEOPLE = 200
const RECEIPTS = 1_000
const NIL_UUID = '00000000-0000-0000-0000-000000000000'

/**
 * Reminds people whose closed account is about to be deleted, and deletes those whose time is over. Cut off at any
 * point, the next night goes on where it stopped.
 */
export const purgeAccounts = defineJob(
  'account.purge',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    await remind(deps)
    const failures: unknown[] = []
    let purged = 0
    for (let after = NIL_UUID, due = [after]; due.length > 0 && !signal.aborted;) {
      due = await store.listDue(deps.db, deps.now(), after, PEOPLE)
      for (const id of due) {
        after = id
        if (signal.aborted) break
        // Whoever cannot go yet does not keep the others.
        await purge(deps, id).then(
          () => purged++,
          (thrown: unknown) => failures.push(thrown),
        )
      }
    }
    // Their bytes, and the pictures of them, go as all bytes do that nobody refers to any more.
    if (purged > 0) await deps.jobs.enqueue(deps.db, cleanFiles, {}, { singletonKey: 'purged' })
    if (failures.length > 0) throw new AggregateError(failures, 'Some accounts could not be deleted yet.')
  },
  { policy: 'short', cron: '10 3 * * *', timeoutSeconds: 3600 },
)

async function remind(deps: Deps): Promise<void> {
  const now = deps.now()
  const notBefore = new Date(now.getTime() + NOTICE_MS)
  const until = new Date(notBefore.getTime() + DAY_MS)
  for (;;) {
    const told = await inTransaction(deps.db, async (db) => {
      const leaving = await store.takeToRemind(db, { now, until, notBefore, limit: PEOPLE })
      for (const person of leaving) await deps.mail.queue(db, purgeReminderMail(deps, person, person.purgeAt))
      return leaving.length
    })
    if (told < PEOPLE) return
  }
}

/** The provider first, then many rows piece by piece, and the person last: as long as they are there, it is not done. */
async function purge(deps: Deps, id: string): Promise<void> {
  await endPlansAtStripe(deps, id)
  while ((await deleteReceiptsOf(deps.db, id, RECEIPTS)) === RECEIPTS);
  await removeRest(deps, id)
}

function removeRest(deps: Deps, id: string): Promise<void> {
  return inTransaction(deps.db, async (db) => {
    // Ending the plans made events, which are taken in right now: what they lock before the person is locked before.
    await lockPurchases(db, id)
    await store.lockPlans(db, id)
    const person = await store.lockDue(db, id, deps.now())
    if (!person) return
    await anonymisePayments(db, id)
    await forgetFailures(db, attemptKey('password', { id }))
    await forgetFailures(db, attemptKey('code', { id }))
    await store.removePerson(db, id)
    await deps.mail.queue(db, purgedMail(deps, person))
    await audit(db, { at: deps.now(), actorId: null, action: 'account.purge', subjectId: id })
  })
}
