import { type Parsed, type Receipt, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import { adjustedCopy } from '#features/files'
import { storageOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Caller } from '#platform/security/scope.ts'
import { addVersion, afterFileChange, lockLiveReceipt } from '../editing/edit-receipt.ts'
import { presentReceipt } from '../present.ts'
import { findVersion } from '../store.ts'
import { requireStorage } from '../upload/storage-limit.ts'
import { type AdjustDeps, jpegTitle, recordCopy } from './adjust-draft.ts'

type Input = Parsed<typeof receiptEndpoints.adjustFile>['body']
type FileKey = { uploadId: string; fileId: string }

/**
 * Crops, straightens or turns a picture of a receipt: the copy is a new version, and the version it was made of stays.
 * If repeated, it does nothing.
 * @throws Refusal when the owner has no such file outside of the bin, it isn't a picture, there's no active plan,
 * or there isn't enough storage.
 */
export async function adjustFile(
  deps: AdjustDeps & Pick<Deps, 'taxRules'>,
  caller: Caller,
  { uploadId, fileId }: FileKey,
  { version, ...adjustment }: Input,
): Promise<Receipt> {
  const { ownerId } = caller.scope
  requireStorage(await storageOf(deps, ownerId, { isPlanNeeded: true }))
  const source = await findVersion(deps.db, ownerId, { receiptId: uploadId, fileId, version })
  if (!source) throw new Refusal(receiptRefusals.fileNotFound)
  const copy = await adjustedCopy(deps, source, adjustment)
  return inTransaction(deps.db, async (db) => {
    const at = deps.now()
    const receipt = await lockLiveReceipt(db, ownerId, uploadId)
    const current = await findVersion(db, ownerId, { receiptId: uploadId, fileId, version: undefined })
    if (!current) throw new Refusal(receiptRefusals.fileNotFound)
    const { received, type, width, height } = copy
    if (current.sha256.equals(received.sha256)) return presentReceipt(receipt, deps.taxRules)
    if (current.version !== source.version) throw new Refusal(receiptRefusals.pictureChanged)
    await recordCopy(deps, db, ownerId, copy)
    const title = jpegTitle(current.title)
    await addVersion(
      db,
      caller,
      { receiptId: uploadId, current, at },
      {
        ...source,
        ...received,
        type,
        width,
        height,
        title,
        originalSha256: source.originalSha256 ?? source.sha256,
      },
    )
    return afterFileChange({ ...deps, db }, ownerId, uploadId, at)
  })
}

/**
 * Makes an earlier version of a file the current one again, as a new version. Does nothing if the current one is the same.
 * @throws Refusal when the owner has no such version outside of the bin.
 */
export function restoreVersion(
  { db, now, taxRules }: Pick<Deps, 'db' | 'now' | 'taxRules'>,
  caller: Caller,
  { uploadId, fileId }: FileKey,
  version: number,
): Promise<Receipt> {
  const { ownerId } = caller.scope
  return inTransaction(db, async (db) => {
    const at = now()
    const key = { receiptId: uploadId, fileId }
    await lockLiveReceipt(db, ownerId, uploadId)
    const current = await findVersion(db, ownerId, { ...key, version: undefined })
    const earlier = await findVersion(db, ownerId, { ...key, version })
    if (!current || !earlier) throw new Refusal(receiptRefusals.fileNotFound)
    if (current.title !== earlier.title || !current.sha256.equals(earlier.sha256))
      await addVersion(db, caller, { receiptId: uploadId, current, at }, earlier)
    return afterFileChange({ db, taxRules }, ownerId, uploadId, at)
  })
}
