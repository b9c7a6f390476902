import { DAY_MS } from '@docketbox/contract/core/units'
import {
  type BulkAction,
  type Output,
  type Parsed,
  type receiptEndpoints,
  receiptRefusals,
  incomeYearEnding,
  newZealandDay,
} from '@docketbox/contract'
import { cancelReadings, isReadable, requestReadings } from '#features/reading'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import type { Caller } from '#platform/security/scope.ts'
import { requireCategory } from '../categories.ts'
import { moveReceipts, refreshLabels, refreshOutdatedLabels } from '../labels/suggested.ts'
import { applyReadings } from '../reading/apply.ts'
import { wakeReader } from '../reading/run.ts'
import { searchFilterOf } from '../search/conditions.ts'
import { filterOfShown } from '../search/search-receipts.ts'
import { matchingIds } from '../search/store.ts'
import { lockReceipts } from '../store.ts'
import { auditReceipts } from './audit.ts'
import { deletedRefusal } from './deleted-refusal.ts'
import * as store from './store.ts'

type ChangeDeps = Pick<Deps, 'db' | 'now' | 'jobs' | 'taxRules'>
type Input = Parsed<typeof receiptEndpoints.bulk>['body']

const UNDO_MS = DAY_MS

/**
 * Changes the named receipts, or all that a search showed: every one of them, or none. The same idempotency key changes
 * them once, so that Undo of a repeated change still restores what they were before the first.
 * @throws Refusal when one of the named receipts doesn't exist or is in the bin, or the category doesn't exist.
 */
export async function changeReceipts(
  deps: ChangeDeps,
  { actor, scope: { ownerId } }: Caller,
  { ids: named, filter, action }: Input,
  idempotencyKey?: string,
): Promise<Output<typeof receiptEndpoints.bulk>> {
  const at = deps.now()
  const result = await inTransaction(deps.db, async (db) => {
    const earlier = idempotencyKey && (await store.findChangeByKey(db, ownerId, idempotencyKey))
    if (earlier) return earlier
    await checkAction(db, action, newZealandDay(at))
    const ids =
      named ??
      (await matchingIds(db, ownerId, await filterOfShown(db, ownerId, searchFilterOf(filter!, deps))))
    if (ids.length === 0) return { changed: 0, undo: null }
    const receipts = await lockReceipts(db, ownerId, ids)
    const refusal = deletedRefusal(ids, receipts)
    if (refusal) throw refusal
    const changed = receipts.length
    const undo = newId()
    const forgetBefore = new Date(at.getTime() - UNDO_MS)
    const change = { id: undo, at, forgetBefore, idempotencyKey: idempotencyKey ?? null }
    if (action.type === 'read') {
      const files = (await store.filesOf(db, ownerId, ids))
        .filter(isReadable)
        .map(({ sha256, type }) => ({ sha256, type }))
      const hashes = await requestReadings(db, ownerId, files, { at, priority: 'later' })
      await store.recordReading(db, ownerId, { ...change, hashes, receipts: changed })
      return { changed, undo }
    }
    await store.recordChange(db, ownerId, { ...change, ids, action })
    if (action.type === 'move' || action.type === 'date') await refreshOutdatedLabels(db, ownerId, ids)
    if (action.type === 'move') await moveReceipts(db, ownerId, { ids, category: action.category, at })
    else await store.applyAction(db, ownerId, { ids, action, at })
    if (action.type === 'delete') await auditReceipts(db, { at, actor, action: 'receipts.remove', ids })
    // They may be in a year for which their owner answered differently.
    if (action.type === 'date') await refreshLabels(db, ownerId, ids)
    if (action.type !== 'date' || action.documentDate === null) return { changed, undo }
    const incomeYear = incomeYearEnding(action.documentDate)
    return { changed, undo, inOtherYear: await store.countOutside(db, ownerId, { ids, incomeYear }) }
  })
  if (action.type === 'read' && result.changed > 0) await wakeReader(deps)
  return result
}

/**
 * Undoes a change, except for receipts that have changed since and files that have been read. If repeated, it changes
 * nothing and returns the same.
 * @throws Refusal when it was made more than a day ago.
 */
export function undoChange(
  { db, now }: ChangeDeps,
  { actor, scope: { ownerId } }: Caller,
  changeId: string,
): Promise<{ changed: number }> {
  return inTransaction(db, async (db) => {
    const change = await store.lockChange(db, ownerId, changeId)
    if (!change) throw new Refusal(receiptRefusals.changeNotFound)
    if (change.undone !== null) return { changed: change.undone }
    const at = now()
    if (change.files) {
      const changed = await cancelReadings(db, ownerId, at, change.files)
      await store.recordUndone(db, ownerId, changeId, changed)
      return { changed }
    }
    await lockReceipts(db, ownerId, change.ids)
    const reverted = await store.revertChange(db, ownerId, changeId, at)
    await store.recordUndone(db, ownerId, changeId, reverted.length)
    // Reading skipped the fields that the change had set.
    for (const { id } of reverted.filter(({ wasReadSince }) => wasReadSince))
      await applyReadings(db, ownerId, id)
    await refreshLabels(
      db,
      ownerId,
      reverted.map(({ id }) => id),
    )
    const ids = reverted.filter(({ wasInBin }) => wasInBin).map(({ id }) => id)
    await auditReceipts(db, { at, actor, action: 'receipts.restore', ids })
    return { changed: reverted.length }
  })
}

async function checkAction(db: Db, action: BulkAction, today: string): Promise<void> {
  if (action.type === 'move') await requireCategory(db, action.category)
  if (action.type === 'date' && action.documentDate !== null && action.documentDate > today)
    throw invalidInput({ 'action.documentDate': 'This date is in the future.' })
}
