import { z } from 'zod'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { refreshNextLabels } from './suggested.ts'

/** Suggests the labels of all receipts of an owner again, a batch at a time, so that other changes don't wait long. */
export const suggestLabels = defineJob(
  'receipts.suggestLabels',
  z.strictObject({ owner: z.uuid() }),
  async ({ db }, { owner }, { signal }) => {
    for (let after: string | undefined = NIL_UUID; after !== undefined;) {
      signal.throwIfAborted()
      const last: string = after
      after = await inTransaction(db, (db) => refreshNextLabels(db, owner, last))
    }
  },
  { policy: 'short', timeoutSeconds: 3600 },
)
