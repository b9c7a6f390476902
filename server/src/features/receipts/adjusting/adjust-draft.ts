import { type Adjustment, commonRefusals, type Draft } from '@docketbox/contract'
import { type AdjustedCopy, adjustedCopy, areStored } from '#features/files'
import { storageOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { refusalFor } from '../reading/drafts.ts'
import { describeDraft } from '../reading/describe.ts'
import type { VersionRow } from '../store.ts'
import { defaultTitle } from '../titles.ts'
import { type DraftRow, findUnclaimedDraft } from '../upload/drafts-store.ts'
import { requireStorage } from '../upload/storage-limit.ts'
import * as store from './store.ts'

export type AdjustDeps = Pick<Deps, 'config' | 'db' | 'files' | 'now' | 'reader' | 'renderer'>

/**
 * Crops, straightens or turns the picture of a draft, always from its original, which stays. The copy is what's shown,
 * read and filed.
 * @throws Refusal when the owner has no such unfiled draft, it isn't a picture, or there isn't enough storage.
 */
export async function adjustDraft(
  deps: AdjustDeps,
  { ownerId }: Scope,
  id: string,
  adjustment: Adjustment,
): Promise<Draft> {
  const { db, now } = deps
  const draft = await findUnclaimedDraft(db, ownerId, id, now())
  if (!draft) throw await refusalFor(db, ownerId, id)
  requireStorage(await storageOf(deps, ownerId))
  const original = await store.findOriginal(db, ownerId, id)
  const { preview } = draft
  const copy = await adjustedCopy(deps, { ...(original ?? draft), preview }, adjustment)
  const adjusted = await inTransaction(db, async (db) => {
    const locked = await lockDraft(db, ownerId, id)
    await recordCopy(deps, db, ownerId, copy)
    await store.keepOriginal(db, locked)
    const { received, type, width, height } = copy
    const { sha256, sizeBytes } = received
    const [title, adjustedAt] = [jpegTitle(locked.title), now()]
    return store.updatePicture(db, ownerId, id, { sha256, sizeBytes, type, width, height, title, adjustedAt })
  })
  return describeDraft(deps, ownerId, adjusted)
}

/**
 * Shows and reads the original of a draft again. Does nothing if it wasn't adjusted.
 * @throws Refusal when the owner has no such unfiled draft.
 */
export async function undoAdjustment(
  deps: Pick<AdjustDeps, 'db' | 'reader'>,
  { ownerId }: Scope,
  id: string,
): Promise<Draft> {
  const restored = await inTransaction(deps.db, async (db) => {
    const draft = await lockDraft(db, ownerId, id)
    const original = await store.findOriginal(db, ownerId, id)
    if (!original) return draft
    const { sha256, sizeBytes, type, width, height, title } = original
    await store.deleteOriginal(db, ownerId, id)
    const picture = { sha256, sizeBytes, type, width, height, title, adjustedAt: null }
    return store.updatePicture(db, ownerId, id, picture)
  })
  return describeDraft(deps, ownerId, restored)
}

/** The draft, or as it was before it was adjusted. */
export async function originalOf(db: Db, draft: DraftRow): Promise<DraftRow> {
  const original = await store.findOriginal(db, draft.ownerId, draft.id)
  if (!original) return draft
  const { sha256, sizeBytes, type, width, height, title } = original
  return { ...draft, sha256, sizeBytes, type, width, height, title }
}

/** The versions of the file that a draft becomes: the original, if it was adjusted, and what it is now. */
export async function versionsOf(
  db: Db,
  draft: DraftRow,
): Promise<(DraftRow & Pick<VersionRow, 'originalSha256'>)[]> {
  const original = await originalOf(db, draft)
  if (original === draft) return [{ ...draft, originalSha256: null }]
  const originalSha256 = draft.splitFrom === null ? original.sha256 : null
  return [
    { ...original, originalSha256: null },
    { ...draft, originalSha256 },
  ]
}

/** Records an adjusted copy in a transaction, unless garbage collection has removed its bytes since. */
export async function recordCopy(
  { files, now }: Pick<Deps, 'files' | 'now'>,
  db: Db,
  ownerId: string,
  copy: AdjustedCopy,
): Promise<void> {
  await store.recordCopy(db, ownerId, copy, now())
  if (!(await areStored({ db, files, now }, copy.received.sha256)))
    throw new Refusal(commonRefusals.unavailable)
}

/** A title with the extension of what it's now. */
export function jpegTitle(title: string): string {
  const stem = title.replace(/\.[\p{L}\p{N}]{1,8}$/u, '')
  return stem === '' ? defaultTitle('image/jpeg') : `${stem}.jpg`
}

async function lockDraft(db: Db, ownerId: string, id: string): Promise<DraftRow> {
  const draft = await store.lockDraft(db, ownerId, id)
  if (!draft) throw await refusalFor(db, ownerId, id)
  return draft
}
