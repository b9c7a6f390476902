import { GB_BYTES } from '@docketbox/contract/core/units'
import { STORAGE_WARNING_SHARE } from '@docketbox/contract'
import { z } from 'zod'
import { NIL_UUID } from '#platform/database/ids.ts'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { storageMail } from '../mails.ts'
import { accessPeriodsColumn, readPeriods } from '../periods-column.ts'
import { currentPlan } from '../rules.ts'
import { allowanceOf } from './storage.ts'

const BATCH_SIZE = 200

/** Emails users once when their storage is nearly full, and again only after there was room. */
export const warnOfFullStorage = defineJob(
  'subscriptions.warnOfFullStorage',
  z.object({}),
  async (deps, _, { signal }) => {
    const { db, config, now } = deps
    for (let after = NIL_UUID; !signal.aborted;) {
      const owners = await listFullest(db, leastWarnedBytes(config), after)
      for (const { ownerId, bytes, warnedAt, periods, ...owner } of owners) {
        const allowance = allowanceOf(config, currentPlan(readPeriods(periods), now()))
        const isNearlyFull = bytes >= STORAGE_WARNING_SHARE * allowance.limitBytes
        if (isNearlyFull === (warnedAt !== null)) continue
        await inTransaction(db, async (db) => {
          const isMarked = await markWarned(db, ownerId, isNearlyFull ? now() : null)
          if (isMarked && isNearlyFull)
            await deps.mail.queue(db, storageMail(deps, { ...owner, ...allowance, bytes }))
        })
      }
      if (owners.length < BATCH_SIZE) return
      after = owners.at(-1)!.ownerId
    }
  },
  { cron: '40 8 * * *', policy: 'short', timeoutSeconds: 3600 },
)

/** Below it, no plan's storage is nearly full. */
function leastWarnedBytes(config: Deps['config']): number {
  const { STORAGE_GB_TRIAL, STORAGE_GB_PRO, STORAGE_GB_PREMIUM } = config
  return STORAGE_WARNING_SHARE * Math.min(STORAGE_GB_TRIAL, STORAGE_GB_PRO, STORAGE_GB_PREMIUM) * GB_BYTES
}

/** Owners whose storage may be nearly full, or who were told so. */
function listFullest(db: Db, minBytes: number, after: string) {
  return db
    .selectFrom('ownerStorage')
    .innerJoin('users', 'users.id', 'ownerStorage.ownerId')
    .select(['ownerId', 'bytes', 'warnedAt', 'email', 'firstName', accessPeriodsColumn])
    .where('ownerId', '>', after)
    .where((eb) => eb.or([eb('bytes', '>=', Math.floor(minBytes)), eb('warnedAt', 'is not', null)]))
    .where('suspendedAt', 'is', null)
    .where('closedAt', 'is', null)
    .orderBy('ownerId')
    .limit(BATCH_SIZE)
    .execute()
}

/** @returns false when another process was faster. */
async function markWarned(db: Db, ownerId: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('ownerStorage')
    .set({ warnedAt: at })
    .where('ownerId', '=', ownerId)
    .where('warnedAt', at === null ? 'is not' : 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
