import {
  type Adjustment,
  commonRefusals,
  type Draft,
  type ReadBox,
  receiptRefusals,
} from '@docketbox/contract'
import { type AdjustedCopy, adjustedCopy, areStored } from '#features/files'
import { findReadings } from '#features/reading'
import { storageOf } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { originalOf } from '../adjusting/adjust-draft.ts'
import { keepOriginal } from '../adjusting/store.ts'
import { releaseDrafts } from '../filing/store.ts'
import { describeDraft, describeDrafts } from '../reading/describe.ts'
import { refusalFor } from '../reading/drafts.ts'
import * as drafts from '../upload/drafts-store.ts'
import { requireStorage } from '../upload/storage-limit.ts'
import type { Uploads } from '../upload/uploads.ts'
import * as store from './store.ts'
import { joinEdits } from './join-edits.ts'

type Corners = Adjustment['corners']
type SplitDeps = Pick<Deps, 'config' | 'db' | 'files' | 'now' | 'reader' | 'renderer'>

/**
 * Makes a draft of each receipt in a picture of several, all or nothing. The picture is the original of each,
 * which becomes the first version of its file. Splitting it again gives the same drafts.
 * @param receipts their corners; those that were recognised by default.
 * @throws Refusal when the draft doesn't exist or was filed, isn't a picture, shows one receipt, was
 * adjusted meanwhile, or there isn't enough storage.
 */
export async function splitDraft(
  deps: SplitDeps,
  uploads: Pick<Uploads, 'requestPreviews' | 'requestReading' | 'requestComparison'>,
  { ownerId }: Scope,
  { id, receipts }: { id: string; receipts: Corners[] | undefined },
): Promise<{ drafts: Draft[] }> {
  const { db, now } = deps
  const picture = await drafts.findUnclaimedDraft(db, ownerId, id, now())
  if (!picture) return { drafts: await splitBefore(deps, ownerId, id) }
  requireStorage(await storageOf(deps, ownerId))
  const copies = await cutOut(deps, picture, receipts ?? (await recognisedReceipts(db, picture)))
  const name = picture.title.replace(/\.[\p{L}\p{N}]{1,8}$/u, '')
  const rows = await inTransaction(db, async (db) => {
    const at = now()
    const claimed = await store.claimPicture(db, ownerId, id, at)
    if (!claimed) return undefined
    if (!claimed.sha256.equals(picture.sha256)) throw new Refusal(receiptRefusals.pictureChanged)
    const original = await originalOf(db, picture)
    const rows: drafts.DraftRow[] = []
    for (const [index, copy] of copies.entries()) {
      const title = `${name} (${index + 1} of ${copies.length}).jpg`
      rows.push(await insertPart(deps, db, { picture, original, at }, { copy, title }))
    }
    return rows
  })
  if (!rows) return { drafts: await splitBefore(deps, ownerId, id) }
  uploads.requestPreviews()
  uploads.requestReading()
  uploads.requestComparison()
  return { drafts: await describeDrafts(deps, ownerId, rows) }
}

/**
 * Undoes a split: its drafts are deleted, and the picture waits to be filed again, with what was typed about them.
 * If repeated, it does nothing.
 * @throws Refusal when one of the drafts was filed, or the picture wasn't split.
 */
export async function undoSplit(
  deps: Pick<Deps, 'db' | 'now' | 'reader'>,
  { ownerId }: Scope,
  id: string,
): Promise<Draft> {
  const picture = await inTransaction(deps.db, async (db) => {
    const parts = await store.lockParts(db, ownerId, id)
    const waiting = parts.length === 0 && (await drafts.findUnclaimedDraft(db, ownerId, id, deps.now()))
    if (waiting) return waiting
    if (parts.some(({ claimedAt }) => claimedAt !== null)) throw new Refusal(receiptRefusals.draftTaken)
    const [picture] = parts.length > 0 ? await releaseDrafts(db, ownerId, { id }) : []
    if (!picture) throw new Refusal(receiptRefusals.draftNotFound)
    await store.deleteParts(db, ownerId, id)
    const typed = parts.filter(({ edit, expiresAt }) => edit !== null && expiresAt === null)
    if (typed.length === 0) return picture
    const edit = joinEdits(drafts.editOf(picture), typed.map(drafts.editOf))
    await drafts.setEdit(db, ownerId, id, edit)
    return { ...picture, edit }
  })
  return describeDraft(deps, ownerId, picture)
}

/** The copies an earlier request split a picture into. */
async function splitBefore(deps: SplitDeps, ownerId: string, id: string): Promise<Draft[]> {
  const parts = await store.lockParts(deps.db, ownerId, id)
  const waiting = parts.filter(({ claimedAt, expiresAt }) => claimedAt === null && expiresAt === null)
  if (waiting.length === 0) throw await refusalFor(deps.db, ownerId, id)
  return describeDrafts(deps, ownerId, waiting)
}

async function recognisedReceipts(db: Db, { ownerId, sha256 }: drafts.DraftRow): Promise<Corners[]> {
  const [reading] = await findReadings(db, ownerId, [sha256])
  if (reading?.state !== 'done' || !reading.receipts) throw new Refusal(receiptRefusals.cannotSplit)
  return reading.receipts.map((area) => area.corners ?? cornersOf(area))
}

/** The corners of an area of a picture, clockwise from the top left. */
function cornersOf({ left, top, width, height }: ReadBox): Corners {
  const [right, bottom] = [Math.min(1, left + width), Math.min(1, top + height)]
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

async function cutOut(
  deps: SplitDeps,
  picture: drafts.DraftRow,
  receipts: readonly Corners[],
): Promise<AdjustedCopy[]> {
  const copies: AdjustedCopy[] = []
  for (const corners of receipts) copies.push(await adjustedCopy(deps, picture, { corners, turns: 0 }))
  return copies
}

/** Inserts a draft of a part. The picture is its original, which filing makes the first version of its file. */
async function insertPart(
  { files, now }: Pick<Deps, 'files' | 'now'>,
  db: Db,
  { picture, original, at }: { picture: drafts.DraftRow; original: drafts.DraftRow; at: Date },
  { copy, title }: { copy: AdjustedCopy; title: string },
): Promise<drafts.DraftRow> {
  const { received, type, width, height } = copy
  const { sha256, sizeBytes } = received
  const { id: splitFrom, ownerId, createdAt, capturedOn, takenOn } = picture
  const file = {
    sha256,
    sizeBytes,
    width,
    height,
    title,
    type,
    preview: 'image',
    takenOn,
    capturedOn,
  }
  const row = await drafts.insertDraft(
    db,
    ownerId,
    received,
    { ...file, id: newId(), idempotencyKey: null, createdAt, expiresAt: null, splitFrom, adjustedAt: at },
    { isRead: true, comparedAs: 'photo' },
  )
  await keepOriginal(db, { ...original, id: row.id })
  if (!(await areStored({ db, files, now }, sha256))) throw new Refusal(commonRefusals.unavailable)
  return row
}
