import { type Parsed, type Receipt, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import { requireActivePlan } from '#features/subscriptions'
import type { Actor } from '#platform/security/actor.ts'
import type { Db } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { newId } from '#platform/database/ids.ts'
import { Refusal } from '#platform/http/refusal.ts'
import * as drafts from './drafts-store.ts'
import { fileDrafts } from './filing-store.ts'
import { presentReceipt } from './present.ts'
import * as store from './receipts-store.ts'
import { cleanTitle, draftIdIn, localDay } from './rules.ts'

type Needs = Pick<Deps, 'db' | 'now'>
type Input = Parsed<typeof receiptEndpoints.save>['body']

/** Files drafts as one receipt: all of it or nothing. */
export async function saveReceipt(
  deps: Needs,
  actor: Actor,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<Receipt> {
  try {
    await requireActivePlan(deps, actor.id)
    return await file(deps, actor, input, idempotencyKey)
  } catch (thrown) {
    // Sent again because its answer was lost: what was filed then is the answer now.
    const before =
      idempotencyKey !== undefined && thrown instanceof Refusal
        ? await store.findReceiptByKey(deps.db, actor.id, idempotencyKey)
        : undefined
    if (!before) throw thrown
    return presentReceipt(before)
  }
}

async function file(
  { db, now }: Needs,
  actor: Actor,
  input: Input,
  key: string | undefined,
): Promise<Receipt> {
  const at = now()
  const ids = input.file.map(({ uri }) => draftIdIn(uri)).filter((id) => id !== undefined)
  if (new Set(ids).size < input.file.length) throw new Refusal(receiptRefusals.draftNotFound)
  const filed = await fileDrafts(db, actor.id, {
    id: newId(),
    categoryId: input.category,
    idempotencyKey: key ?? null,
    description: input.description,
    createdAt: at,
    today: localDay(at, input.capturedOn),
    files: input.file.map(({ title }, index) => ({
      draftId: ids[index]!,
      fileId: newId(),
      // Without one the draft's own title stays, which was made safe when it came.
      title: (title === undefined ? undefined : cleanTitle(title)) ?? null,
    })),
  }).catch((thrown: unknown) => {
    throw isForeignKey(thrown) ? new Refusal(receiptRefusals.unknownCategory) : thrown
  })
  if (!filed) throw await whyNotFiled(db, actor, ids)
  return presentReceipt(filed)
}

async function whyNotFiled(db: Db, actor: Actor, ids: string[]): Promise<Refusal> {
  const isTaken = await drafts.areTaken(db, actor.id, ids)
  return new Refusal(isTaken ? receiptRefusals.draftTaken : receiptRefusals.draftNotFound)
}

/**
 * Takes one draft for good.
 * @param db a transaction.
 */
export async function claimDraft(db: Db, actor: Actor, uri: string, at: Date): Promise<drafts.DraftRow> {
  const id = draftIdIn(uri)
  const row = id === undefined ? undefined : await drafts.claimDraft(db, actor.id, id, at)
  if (!row) throw await whyNotFiled(db, actor, id === undefined ? [] : [id])
  return row
}

/** What a version takes over from the draft it comes from. */
export function bytesOf({ sha256, type, sizeBytes, width, height, pages, preview }: drafts.DraftRow) {
  return { sha256, type, sizeBytes, width, height, pages, preview }
}

function isForeignKey(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === '23503'
}
