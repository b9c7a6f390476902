import {
  type Draft,
  type DraftEdit,
  type KnownValues,
  receiptRefusals,
  splitInput,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { type ListPage, pageOf } from '#platform/database/queries/page.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import * as drafts from '../upload/drafts-store.ts'
import { countUnfiled, listDiscarded, listUnfiled } from '../upload/uploads-store.ts'
import { parseDraftUri } from '../uris.ts'
import { describeDraft, describeDrafts } from './describe.ts'

type DraftDeps = Pick<Deps, 'db' | 'now' | 'reader'>

/** One page of the uploads that wait to be filed, the oldest first. */
export async function listDrafts(
  deps: DraftDeps,
  { ownerId }: Scope,
  { page, limit }: { page: number; limit: number },
): Promise<ListPage<Draft>> {
  const rows = await listUnfiled(deps.db, ownerId, { offset: (page - 1) * limit, limit })
  const total = await countUnfiled(deps.db, ownerId)
  return pageOf(await describeDrafts(deps, ownerId, rows), { page, limit }, total)
}

const MAX_DISCARDED = 50

/** The uploads that can be restored. */
export async function listDiscardedDrafts(deps: DraftDeps, { ownerId }: Scope): Promise<{ docs: Draft[] }> {
  const rows = await listDiscarded(deps.db, ownerId, { now: deps.now(), limit: MAX_DISCARDED })
  return { docs: await describeDrafts(deps, ownerId, rows) }
}

/** The draft of a file, for a device that never got the response; null if it hasn’t arrived. */
export async function findSentFile(
  deps: DraftDeps,
  { ownerId }: Scope,
  idempotencyKey: string,
): Promise<{ draft: Draft | null; isWaiting: boolean }> {
  const draft = await drafts.findDraftByKey(deps.db, ownerId, idempotencyKey)
  return {
    draft: draft ? await describeDraft(deps, ownerId, draft) : null,
    isWaiting: draft?.claimedAt === null && draft.expiresAt === null,
  }
}

/** Discards an upload that wasn't filed; it can be restored for 7 days. */
export function discardDraft(deps: DraftDeps, scope: Scope, id: string): Promise<Draft> {
  return setExpiry(deps, scope, id, drafts.draftExpiry(deps.now()))
}

/** Lets a discarded upload wait to be filed again. */
export function restoreDraft(deps: DraftDeps, scope: Scope, id: string): Promise<Draft> {
  return setExpiry(deps, scope, id, null)
}

async function setExpiry(
  deps: DraftDeps,
  { ownerId }: Scope,
  id: string,
  expiresAt: Date | null,
): Promise<Draft> {
  const draft = await drafts.setDraftExpiry(deps.db, ownerId, id, { expiresAt, now: deps.now() })
  if (draft) return describeDraft(deps, ownerId, draft)
  throw await refusalFor(deps.db, ownerId, id)
}

/** Adds to what was typed about an upload, but never overwrites a newer change that its device doesn't know. */
export function editDraft(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { ownerId }: Scope,
  id: string,
  { known = {}, ...input }: DraftEdit & { known?: KnownValues | undefined },
): Promise<{ edit: DraftEdit }> {
  return inTransaction(db, async (db) => {
    const stored = await drafts.lockEdit(db, ownerId, id, now())
    if (!stored) throw await refusalFor(db, ownerId, id)
    const edit = { ...stored, ...splitInput(stored, input, known).applied }
    await drafts.setEdit(db, ownerId, id, edit)
    return { edit }
  })
}

/** Why a draft isn't there: filed, or gone. */
export async function refusalFor(db: Db, ownerId: string, id: string | undefined): Promise<Refusal> {
  const claimed = id === undefined ? [] : await drafts.findClaimed(db, ownerId, [id])
  return new Refusal(claimed.length > 0 ? receiptRefusals.draftTaken : receiptRefusals.draftNotFound)
}

/**
 * Claims one draft.
 * @param db a transaction.
 * @param receiptId the receipt it's released from when that is undone.
 * @throws Refusal when the owner has no such unclaimed draft.
 */
export async function claimDraft(
  db: Db,
  ownerId: string,
  uri: string,
  { at, receiptId = null }: { at: Date; receiptId?: string | null },
): Promise<drafts.DraftRow> {
  const id = parseDraftUri(uri)
  const row = id === undefined ? undefined : await drafts.claimDraft(db, ownerId, id, { now: at, receiptId })
  if (!row) throw await refusalFor(db, ownerId, id)
  return row
}

/** @returns the receipt that a draft was filed with; null if it wasn't. */
export async function receiptOfDraft(db: Db, ownerId: string, uri: string): Promise<string | null> {
  const id = parseDraftUri(uri)
  const [draft] = id === undefined ? [] : await drafts.findClaimed(db, ownerId, [id])
  return draft?.receiptId ?? null
}
