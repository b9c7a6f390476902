import { type Parsed, type Receipt, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import { requireActivePlan } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { localDay } from '../days.ts'
import { presentReceipt } from '../present.ts'
import { changeFacts } from '../editing/change-facts.ts'
import { categoryName } from '../export/store.ts'
import { applyReadings } from '../reading/apply.ts'
import { findReceipt, findReceiptByKey } from '../store.ts'
import { cleanFileName } from '../titles.ts'
import * as drafts from '../upload/drafts-store.ts'
import { parseDraftUri } from '../uris.ts'
import { fileDrafts } from './store.ts'

type SaveDeps = Pick<Deps, 'db' | 'now'>
type Input = Parsed<typeof receiptEndpoints.save>['body']

/**
 * Files drafts as one receipt, all or nothing.
 * @throws Refusal without an active plan, or when a draft or the category doesn't exist.
 */
export async function saveReceipt(
  deps: SaveDeps,
  scope: Scope,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<Receipt> {
  try {
    await requirePlan(deps, scope, input)
    return await file(deps, scope, input, idempotencyKey)
  } catch (error) {
    // A retry after a lost response gets what was filed the first time.
    const existing =
      idempotencyKey !== undefined && error instanceof Refusal
        ? await findReceiptByKey(deps.db, scope.ownerId, idempotencyKey)
        : undefined
    if (!existing) throw error
    return presentReceipt(existing)
  }
}

/** The plan may have ended since the files were uploaded (decision 35). */
async function requirePlan(deps: SaveDeps, { ownerId }: Scope, input: Input): Promise<void> {
  try {
    await requireActivePlan(deps, ownerId)
  } catch (error) {
    const uploadedAt = await drafts.firstUploadOf(deps.db, ownerId, draftIdsIn(input))
    if (!uploadedAt) throw error
    await requireActivePlan({ db: deps.db, now: () => uploadedAt }, ownerId)
  }
}

function draftIdsIn({ file }: Input): string[] {
  return file.map(({ uri }) => parseDraftUri(uri)).filter((id) => id !== undefined)
}

async function file(
  { db, now }: SaveDeps,
  { ownerId }: Scope,
  input: Input,
  key: string | undefined,
): Promise<Receipt> {
  const at = now()
  const ids = draftIdsIn(input)
  if (new Set(ids).size < input.file.length) throw new Refusal(receiptRefusals.draftNotFound)
  const id = newId()
  const isDescribed = input.description !== ''
  const newReceipt = {
    id,
    categoryId: input.category,
    idempotencyKey: key ?? null,
    description: input.description || (input.facts?.supplier ?? (await nameOfCategory(db, input.category))),
    sources: { description: isDescribed ? ('typed' as const) : ('default' as const) },
    createdAt: at,
    today: localDay(at, input.capturedOn),
    files: input.file.map(({ title }, index) => ({
      draftId: ids[index]!,
      fileId: newId(),
      // Without one, the draft keeps the title it got from its file name.
      title: (title === undefined ? undefined : cleanFileName(title)) ?? null,
    })),
  }
  const filed = await inTransaction(db, async (db) => {
    if (!(await fileDrafts(db, ownerId, newReceipt))) return undefined
    if (input.facts) await changeFacts(db, ownerId, id, { edit: input.facts, at })
    await applyReadings(db, ownerId, id)
    return findReceipt(db, ownerId, id)
  }).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? new Refusal(receiptRefusals.unknownCategory) : error
  })
  if (!filed) throw await refusalFor(db, ownerId, ids)
  return presentReceipt(filed)
}

async function nameOfCategory(db: Db, id: string): Promise<string> {
  const name = await categoryName(db, id)
  if (name === undefined) throw new Refusal(receiptRefusals.unknownCategory)
  return name
}

async function refusalFor(db: Db, ownerId: string, ids: string[]): Promise<Refusal> {
  const isTaken = await drafts.areClaimed(db, ownerId, ids)
  return new Refusal(isTaken ? receiptRefusals.draftTaken : receiptRefusals.draftNotFound)
}

/**
 * Claims one draft.
 * @param db a transaction.
 * @throws Refusal when the owner has no such unclaimed draft.
 */
export async function claimDraft(db: Db, ownerId: string, uri: string, at: Date): Promise<drafts.DraftRow> {
  const id = parseDraftUri(uri)
  const row = id === undefined ? undefined : await drafts.claimDraft(db, ownerId, id, at)
  if (!row) throw await refusalFor(db, ownerId, id === undefined ? [] : [id])
  return row
}
