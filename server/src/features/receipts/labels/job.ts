import { z } from 'zod'
import { NIL_UUID } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { defineJob } from '#platform/jobs/jobs.ts'
import { findOutdated, type Position, refreshNextLabels } from './suggested.ts'

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

/**
 * Suggests labels again for owners whose suggestions are outdated, because the rules changed. Reads every receipt, but locks
 * and changes only theirs.
 */
export const followLabelRules = defineJob(
  'receipts.followLabelRules',
  z.strictObject({}),
  async ({ db, jobs }, _, { signal }) => {
    for (let after: Position | undefined = { ownerId: NIL_UUID, id: NIL_UUID }; after;) {
      signal.throwIfAborted()
      const { owners, last }: Awaited<ReturnType<typeof findOutdated>> = await findOutdated(db, after)
      for (const owner of owners) await jobs.enqueue(db, suggestLabels, { owner }, { singletonKey: owner })
      after = last
    }
  },
  { policy: 'short', cron: '10 2 * * *', timeoutSeconds: 3600 },
)
