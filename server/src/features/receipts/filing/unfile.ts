import { type Draft, receiptRefusals } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Actor } from '#platform/security/actor.ts'
import { audit } from '#platform/security/audit-log.ts'
import type { Scope } from '#platform/security/scope.ts'
import { describeDrafts } from '../reading/describe.ts'
import { lockReceipt } from '../store.ts'
import { deleteFiled, releaseDrafts } from './store.ts'

/**
 * Undoes filing, all or nothing: the receipts go, and their files wait to be filed again.
 * @throws Refusal when a receipt doesn't exist, was changed since, or its drafts have expired.
 */
export async function unfile(
  { db, now, reader }: Pick<Deps, 'db' | 'now' | 'reader'>,
  { actor, scope: { ownerId } }: { actor: Actor; scope: Scope },
  receiptIds: string[],
): Promise<{ drafts: Draft[] }> {
  const released = await inTransaction(db, async (db) => {
    let fileCount = 0
    for (const id of [...new Set(receiptIds)].toSorted()) {
      const receipt = await lockReceipt(db, ownerId, id)
      if (!receipt || receipt.deletedAt) throw new Refusal(receiptRefusals.notFound)
      if (receipt.updatedAt.getTime() !== receipt.createdAt.getTime())
        throw new Refusal(receiptRefusals.cannotUnfile)
      fileCount += receipt.files.length
      await audit(db, { at: now(), actorId: actor.id, action: 'receipts.unfile', subjectId: id })
    }
    const rows = await releaseDrafts(db, ownerId, receiptIds)
    if (rows.length !== fileCount) throw new Refusal(receiptRefusals.cannotUnfile)
    await deleteFiled(db, ownerId, receiptIds)
    return rows
  })
  return { drafts: await describeDrafts({ db, reader }, ownerId, released) }
}
