import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { deleteEventsBefore } from '#features/sessions'
import { isClockWrong } from '#platform/database/clock.ts'
import { defineJob } from '#platform/jobs/jobs.ts'

/**
 * Deletes sessions and mailed tokens each night, a month after they expired, security events after a year, and accounts whose
 * address no one verified within a month: anyone can sign up with someone else's (Privacy Act, APP 11.2).
 */
export const cleanAccounts = defineJob(
  'auth.clean',
  z.strictObject({}),
  async ({ db, log, now }) => {
    if (await isClockWrong({ db, log })) return
    const at = now().getTime()
    const aMonthAgo = new Date(at - 30 * DAY_MS)
    await db.deleteFrom('sessions').where('expiresAt', '<', aMonthAgo).execute()
    await db.deleteFrom('oneTimeTokens').where('expiresAt', '<', aMonthAgo).execute()
    await db
      .deleteFrom('users')
      .where('emailVerifiedAt', 'is', null)
      .where('createdAt', '<', aMonthAgo)
      // A link that was mailed again may still be valid.
      .where((users) =>
        users.not(
          users.exists(
            users
              .selectFrom('oneTimeTokens')
              .whereRef('ownerId', '=', 'users.id')
              .where('expiresAt', '>', new Date(at)),
          ),
        ),
      )
      .execute()
    await deleteEventsBefore(db, new Date(at - 365 * DAY_MS))
  },
  { policy: 'short', cron: '20 3 * * *' },
)
