import { BIN_DAYS } from '@docketbox/contract/core/limits'
import { DAY_MS } from '@docketbox/contract/core/units'
import { z } from 'zod'
import { canPurge } from '#features/backups'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { audit } from '#platform/security/audit-log.ts'
import { deleteExpiredFromBin } from './store.ts'
import { deleteExpiredDrafts } from './upload/drafts-store.ts'

const BATCH_SIZE = 200

/** Deletes expired drafts and deleted receipts. Cleaning files deletes their bytes later. */
export const cleanReceipts = defineJob(
  'receipts.clean',
  z.strictObject({}),
  async (deps, _, { signal }) => {
    const { db, now } = deps
    if (!(await canPurge(deps))) return
    const deleteDrafts = (db: Db) => deleteExpiredDrafts(db, now(), BATCH_SIZE)
    while (!signal.aborted && (await inTransaction(db, deleteDrafts)) === BATCH_SIZE);
    const deletedBefore = new Date(now().getTime() - BIN_DAYS * DAY_MS)
    const deleteBatch = async (db: Db) => {
      const ids = await deleteExpiredFromBin(db, deletedBefore, BATCH_SIZE)
      const details = { receipts: ids.length, ids: ids.join(' ') }
      if (ids.length > 0)
        await audit(db, {
          at: now(),
          actorId: null,
          action: 'receipts.deleteExpired',
          subjectId: null,
          details,
        })
      return ids.length
    }
    while (!signal.aborted && (await inTransaction(db, deleteBatch)) === BATCH_SIZE);
  },
  { policy: 'short', cron: '40 3 * * *', timeoutSeconds: 3600 },
)
