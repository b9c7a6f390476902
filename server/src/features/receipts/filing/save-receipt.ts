import {
  type Parsed,
  type Receipt,
  type receiptEndpoints,
  receiptRefusals,
  sydneyDay,
} from '@docketbox/contract'
import { requireActivePlan } from '#features/subscriptions'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { isForeignKeyViolation } from '#platform/database/errors.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import type { Scope } from '#platform/security/scope.ts'
import { requireCategory } from '../categories.ts'
import { localDay } from '../days.ts'
import { suggestionOf } from '../labels/suggested.ts'
import { presentReceipt } from '../present.ts'
import { changeFacts } from '../editing/change-facts.ts'
import { applyReadings, isRead } from '../reading/apply.ts'
import { type FiledReceipt, findReceipt, findReceiptByKey } from '../store.ts'
import { cleanFileName } from '../titles.ts'
import * as drafts from '../upload/drafts-store.ts'
import { firstUploadOf } from '../upload/uploads-store.ts'
import { parseDraftUri } from '../uris.ts'
import { fillIn } from './fill-in.ts'
import { fileDrafts, lockDrafts, type NewReceipt } from './store.ts'

type SaveDeps = Pick<Deps, 'db' | 'now' | 'taxRules'>
type Input = Parsed<typeof receiptEndpoints.save>['body']
/** `path` is where the request has it. */
type Keyed = { input: Input; key: string | undefined; path: string }

/**
 * Files drafts as one receipt, all or nothing. What the request leaves out is filled in from what was typed about the first
 * draft, which another device may have saved since.
 * @throws Refusal without an active plan, or when a draft or the category doesn't exist.
 */
export async function saveReceipt(
  deps: SaveDeps,
  scope: Scope,
  input: Input,
  idempotencyKey: string | undefined,
): Promise<Receipt> {
  const [receipt] = await saveAll(deps, scope, [{ input, key: idempotencyKey, path: '' }], {
    isFilledIn: true,
  })
  return receipt!
}

/**
 * Files drafts as several receipts, all or nothing.
 * @throws Refusal without an active plan, or when a draft or a category doesn't exist.
 */
export async function saveReceipts(
  deps: SaveDeps,
  scope: Scope,
  inputs: Input[],
  idempotencyKey: string | undefined,
): Promise<Receipt[]> {
  const keyOf = (index: number) => (idempotencyKey === undefined ? undefined : `${idempotencyKey}#${index}`)
  return saveAll(
    deps,
    scope,
    inputs.map((input, index) => ({ input, key: keyOf(index), path: `receipts.${index}.` })),
  )
}

/** Files drafts as one receipt, as part of a transaction. @param path where the request has it. */
export async function saveReceiptWithin(
  db: Db,
  deps: Omit<SaveDeps, 'db'>,
  scope: Scope,
  { input, path }: Pick<Keyed, 'input' | 'path'>,
): Promise<Receipt> {
  await requirePlan({ ...deps, db }, scope, [input])
  const keyed = [{ input, path, key: undefined }]
  const [receipt] = await fileAll({ ...deps, db }, scope, keyed, { isFilledIn: false })
  return receipt!
}

async function saveAll(
  deps: SaveDeps,
  scope: Scope,
  keyed: Keyed[],
  { isFilledIn = false } = {},
): Promise<Receipt[]> {
  try {
    await requirePlan(
      deps,
      scope,
      keyed.map(({ input }) => input),
    )
    return await inTransaction(deps.db, (db) => fileAll({ ...deps, db }, scope, keyed, { isFilledIn }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A retry after a lost response gets what was filed the first time.
    const existing: FiledReceipt[] = []
    for (const { key } of keyed) {
      const receipt = key === undefined ? undefined : await findReceiptByKey(deps.db, scope.ownerId, key)
      if (!receipt) throw error
      existing.push(receipt)
    }
    return existing.map((receipt) => presentReceipt(receipt, deps.taxRules))
  }
}

/** The plan may have ended since the files were uploaded (requirement 35). */
async function requirePlan(deps: SaveDeps, { ownerId }: Scope, inputs: Input[]): Promise<void> {
  try {
    await requireActivePlan(deps, ownerId)
  } catch (error) {
    for (const input of inputs) {
      const uploadedAt = await firstUploadOf(deps.db, ownerId, draftIdsIn(input))
      if (!uploadedAt) throw error
      await requireActivePlan({ db: deps.db, now: () => uploadedAt }, ownerId)
    }
  }
}

function draftIdsIn({ file }: Input): string[] {
  return file.map(({ uri }) => parseDraftUri(uri)).filter((id) => id !== undefined)
}

/** @param deps with the `db` of a transaction. */
async function fileAll(
  { db, now, taxRules }: SaveDeps,
  { ownerId }: Scope,
  keyed: Keyed[],
  { isFilledIn }: { isFilledIn: boolean },
): Promise<Receipt[]> {
  const at = now()
  const all = keyed.flatMap(({ input }) => draftIdsIn(input))
  const count = keyed.reduce((sum, { input }) => sum + input.file.length, 0)
  if (new Set(all).size < count) throw new Refusal(receiptRefusals.draftNotFound)
  const prepared: { newReceipt: NewReceipt; input: Input }[] = []
  for (const { input, key } of keyed)
    prepared.push({ newReceipt: await prepare(db, ownerId, { input, key, at }), input })

  try {
    const filed: Receipt[] = []
    for (const { newReceipt, input } of prepared) {
      const draftIds = newReceipt.files.map(({ draftId }) => draftId)
      const locked = await lockDrafts(db, ownerId, draftIds)
      const first = isFilledIn && locked.find(({ id }) => id === draftIds[0])
      const filled = first ? fillIn(input, drafts.editOf(first), at) : input
      const { facts } = filled
      const receipt = await fileDrafts(db, ownerId, {
        ...newReceipt,
        ...nameReceipt(filled, newReceipt.description),
      })
      if (!receipt) throw await refusalForAll(db, ownerId, keyed, { filed })
      const { id, files } = receipt
      if (facts) await changeFacts(db, ownerId, id, { edit: facts, at })
      const hashes = files.map(({ sha256 }) => sha256)
      const wasRead = await isRead(db, ownerId, hashes)
      if (wasRead) await applyReadings(db, ownerId, id)
      const shown = facts || wasRead ? (await findReceipt(db, ownerId, id))! : receipt
      filed.push(presentReceipt(shown, taxRules))
    }
    return filed
  } catch (error) {
    throw isForeignKeyViolation(error) ? new Refusal(receiptRefusals.unknownCategory) : error
  }
}

/**
 * Why drafts can't be filed: all of them were, some of them were, or one is gone.
 * @param filed the receipts of this request so far, whose drafts it may file.
 */
async function refusalForAll(
  db: Db,
  ownerId: string,
  keyed: readonly Keyed[],
  { filed }: { filed: readonly Receipt[] },
): Promise<Refusal> {
  const named = keyed.flatMap(({ input, path }) =>
    input.file.map(({ uri }, index) => ({ id: parseDraftUri(uri), field: `${path}file.${index}.uri` })),
  )
  const own = new Set(filed.map(({ _id }) => _id))
  const ids = keyed.flatMap(({ input }) => draftIdsIn(input))
  const claimed = await drafts.findClaimed(db, ownerId, ids)
  const taken = new Set(claimed.filter(({ receiptId }) => !own.has(receiptId!)).map(({ id }) => id))
  if (taken.size === 0) return new Refusal(receiptRefusals.draftNotFound)
  if (taken.size === named.length) return new Refusal(receiptRefusals.draftTaken)
  const fields = named
    .filter(({ id }) => taken.has(id!))
    .map(({ field }) => [field, receiptRefusals.draftTaken.message])
  return new Refusal(receiptRefusals.someDraftsTaken, { fields: Object.fromEntries(fields) })
}

async function prepare(
  db: Db,
  ownerId: string,
  { input, key, at }: { input: Input; key: string | undefined; at: Date },
): Promise<NewReceipt> {
  const ids = draftIdsIn(input)
  const description =
    input.description || (input.facts?.supplier ?? (await requireCategory(db, input.category)))
  return {
    id: newId(),
    categoryId: input.category,
    idempotencyKey: key ?? null,
    ...nameReceipt(input, description),
    createdAt: at,
    // The device may report the day of an earlier photo.
    latestDay: [sydneyDay(at), localDay(at, input.capturedOn)].toSorted().at(-1)!,
    addedOn: await dayAdded(db, ownerId, { input, at }),
    files: input.file.map(({ title }, index) => ({
      draftId: ids[index]!,
      fileId: newId(),
      // Without one, the draft keeps the title it got from its file name.
      title: (title === undefined ? undefined : cleanFileName(title)) ?? null,
    })),
  }
}

/** @param defaultName for a receipt without a description or supplier. */
function nameReceipt(
  { category, description: typed, facts }: Input,
  defaultName: string,
): Pick<NewReceipt, 'description' | 'labels' | 'sources'> {
  const description = typed || (facts?.supplier ?? defaultName)
  const receipt = { categoryId: category, description, supplier: null }
  return {
    description,
    labels: {
      usual: suggestionOf(receipt, null).label,
      soleTrader: suggestionOf(receipt, 'soleTrader').label,
    },
    sources: { description: typed ? 'typed' : 'default' },
  }
}

/** Uploads may have waited to be filed since the day they were captured. */
async function dayAdded(db: Db, ownerId: string, { input, at }: { input: Input; at: Date }): Promise<string> {
  const { capturedOn } = input
  const today = localDay(at, capturedOn)
  if (capturedOn === undefined || capturedOn === today) return today
  return localDay(at, capturedOn, await firstUploadOf(db, ownerId, draftIdsIn(input)))
}
