import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { canPurge } from '#features/backups'
import { defineJob } from '#platform/jobs/jobs.ts'
import { deleteExpiredFromBin } from './store.ts'
import { deleteExpiredDrafts } from './upload/drafts-store.ts'

/** How long a deleted receipt can be restored (requirement 14). */
const BIN_LIFE_MS = 30 * DAY_MS
const BATCH_SIZE = 200

/** Deletes expired drafts and deleted receipts. Cleaning files deletes their bytes later. */
export const cleanReceipts = defineJob(
  'receipts.clean',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    const { db, now } = deps
    if (!(await canPurge(deps))) return
    await deleteExpiredDrafts(db, now())
    const deletedBefore = new Date(now().getTime() - BIN_LIFE_MS)
    while (!signal.aborted && (await deleteExpiredFromBin(db, deletedBefore, BATCH_SIZE)) === BATCH_SIZE);
  },
  { policy: 'short', cron: '40 3 * * *', timeoutSeconds: 3600 },
)
