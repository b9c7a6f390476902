import { type Parsed, type Receipt, type receiptEndpoints, receiptRefusals } from '@docketbox/contract'
import { requireActivePlan } from '#features/subscriptions'
import type { Actor } from '#platform/actor'
import type { Deps } from '#platform/deps'
import { newId } from '#platform/ids'
import { Refusal } from '#platform/refusal'
import * as drafts from './drafts-store.ts'
import { presentReceipt } from './present.ts'
import * as store from './receipts-store.ts'
import { capturedDay, draftIdIn, safeTitle } from './rules.ts'

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

function file({ db, now }: Needs, actor: Actor, input: Input, key: string | undefined): Promise<Receipt> {
  const at = now()
  const ids = input.file.map(({ uri }) => draftIdIn(uri))
  if (ids.includes(undefined) || new Set(ids).size < ids.length)
    throw new Refusal(receiptRefusals.draftNotFound)
  return db.transaction().execute(async (db) => {
    const claimed = await claim(db, actor, ids as string[], at)
    const titles = claimed.map((draft, index) =>
      safeTitle(input.file[index]!.title ?? draft.title, draft.type),
    )
    const receipt = await store
      .insertReceipt(db, actor.id, {
        id: newId(),
        categoryId: input.category,
        idempotencyKey: key ?? null,
        titles: titles.join('\n'),
        description: input.description,
        capturedOn: capturedDay(at, input.capturedOn, claimed[0]!.takenOn),
        createdAt: at,
      })
      .catch((thrown: unknown) => {
        throw isForeignKey(thrown) ? new Refusal(receiptRefusals.unknownCategory) : thrown
      })
    // The key was used for other drafts: rolled back, and the receipt filed then is the answer.
    if (!receipt) throw new Refusal(receiptRefusals.draftTaken)
    const files = await store.insertVersions(
      db,
      actor.id,
      claimed.map((draft, position) => ({
        ...bytesOf(draft),
        receiptId: receipt.id,
        fileId: newId(),
        version: 1,
        position,
        title: titles[position]!,
        createdAt: at,
      })),
    )
    return presentReceipt({ ...receipt, files })
  })
}

/**
 * Takes drafts for good, in the order of `ids`.
 * @param db a transaction: when one is missing, none is taken.
 */
export async function claim(
  db: Deps['db'],
  actor: Actor,
  ids: string[],
  at: Date,
): Promise<drafts.DraftRow[]> {
  const rows = new Map((await drafts.claimDrafts(db, actor.id, ids, at)).map((row) => [row.id, row]))
  if (rows.size < ids.length) {
    const isTaken = await drafts.areTaken(
      db,
      actor.id,
      ids.filter((id) => !rows.has(id)),
    )
    throw new Refusal(isTaken ? receiptRefusals.draftTaken : receiptRefusals.draftNotFound)
  }
  return ids.map((id) => rows.get(id)!)
}

/** What a version takes over from the draft it comes from. */
export function bytesOf({ sha256, type, sizeBytes, width, height, pages, preview }: drafts.DraftRow) {
  return { sha256, type, sizeBytes, width, height, pages, preview }
}

function isForeignKey(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === '23503'
}
