import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { defineJob } from '#platform/jobs/jobs.ts'

const WEEK_MS = 7 * DAY_MS

/** Deletes guests' sessions that have been over for a week. Links stay, because they're proof enough for a new one. */
export const cleanRoomSessions = defineJob(
  'rooms.clean-sessions',
  z.strictObject({}),
  async ({ db, now }) => {
    await db
      .deleteFrom('roomSessions')
      .where('expiresAt', '<', new Date(now().getTime() - WEEK_MS))
      .execute()
  },
  { cron: '40 3 * * *' },
)
