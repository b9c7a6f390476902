import type { BulkAction } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type Change = { id: string; at: Date; forgetBefore: Date; idempotencyKey: string | null }
type FactOfAction = 'workUsePercent' | 'documentDate'
type Action = Exclude<BulkAction, { type: 'read' }>
type InPlace = Exclude<Action, { type: 'move' }>

/** Saves what a change is about to change of receipts, so that it can be undone. Deletes changes before `forgetBefore`. */
export function recordChange(
  db: Db,
  ownerId: string,
  { ids, action, ...change }: Change & { ids: readonly string[]; action: Action },
): Promise<void> {
  const previous = sql`select json_agg(json_build_object('id', id, ${previousOf(action)}))
    from receipts where owner_id = ${ownerId} and id = any(${ids}::uuid[])`
  return insertChange(db, ownerId, change, previous)
}

/** Columns under their own names, and of the sources and suggestions only those of the fact that changes. */
function previousOf(action: Action): RawBuilder<unknown> {
  switch (action.type) {
    case 'move':
      return sql`'category_id', category_id`
    case 'delete':
      return sql`'deleted_at', deleted_at`
    case 'workUse':
      return sql`'work_use_percent', work_use_percent, ${previousFact('workUsePercent')}`
    case 'date':
      return sql`'document_date', document_date, 'in_year_since', in_year_since, ${previousFact('documentDate')}`
  }
}

function previousFact(name: FactOfAction): RawBuilder<unknown> {
  return sql`'source', json_build_object(${name}::text, sources->${name}::text),
    'suggestion', json_build_object(${name}::text, suggestions->${name}::text), 'read_at', ${readAt}`
}

/** When a file of a receipt was last read. */
const readAt = sql`(select max(reading.read_at) from receipt_versions file
  join readings reading on reading.owner_id = file.owner_id and reading.sha256 = file.sha256
  where file.owner_id = receipts.owner_id and file.receipt_id = receipts.id and file.replaced_at is null)`

/** Remembers which files were to be read, and of how many receipts. */
export function recordReading(
  db: Db,
  ownerId: string,
  { hashes, receipts, ...change }: Change & { hashes: readonly Buffer[]; receipts: number },
): Promise<void> {
  const files = hashes.map((hash) => hash.toString('hex'))
  return insertChange(db, ownerId, change, sql`select ${JSON.stringify({ files, receipts })}::jsonb`)
}

async function insertChange(
  db: Db,
  ownerId: string,
  { id, at, forgetBefore, idempotencyKey }: Change,
  previous: RawBuilder<unknown>,
): Promise<void> {
  await db
    .deleteFrom('receiptChanges')
    .where('ownerId', '=', ownerId)
    .where('changedAt', '<', forgetBefore)
    .execute()
  await sql`insert into receipt_changes (owner_id, id, changed_at, idempotency_key, previous)
    values (${ownerId}, ${id}, ${at}, ${idempotencyKey}, (${previous}))`.execute(db)
}

/** What the change with this key answered. Another one with the same key waits until the transaction `db` ends. */
export async function findChangeByKey(
  db: Db,
  ownerId: string,
  idempotencyKey: string,
): Promise<{ changed: number; undo: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId + idempotencyKey}, 0))`.execute(db)
  return db
    .selectFrom('receiptChanges')
    .select([
      'id as undo',
      sql<number>`coalesce((previous->>'receipts')::int, jsonb_array_length(previous))`.as('changed'),
    ])
    .where('ownerId', '=', ownerId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

/** Changes receipts at once, except their category. What is set counts as typed, and is no longer suggested. */
export async function applyAction(
  db: Db,
  ownerId: string,
  { ids, action, at }: { ids: readonly string[]; action: InPlace; at: Date },
): Promise<void> {
  await sql`update receipts set ${assignments(action, at)}, updated_at = ${at}
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])`.execute(db)
}

function assignments(action: InPlace, at: Date): RawBuilder<unknown> {
  switch (action.type) {
    case 'delete':
      return sql`deleted_at = ${at}`
    case 'workUse':
      return sql`work_use_percent = ${action.workUsePercent}, ${typed('workUsePercent')}`
    case 'date':
      return sql`document_date = ${action.documentDate}, ${typed('documentDate')}`
  }
}

function typed(name: FactOfAction): RawBuilder<unknown> {
  return sql`sources = sources || ${JSON.stringify({ [name]: 'typed' })}::jsonb,
    suggestions = nullif(suggestions - ${name}::text, '{}'::jsonb)`
}

/**
 * Finds a change that can be undone. @returns its receipts, or the hashes of the files that were to be read; and how many
 * were restored, if it has already been undone.
 */
export async function lockChange(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ ids: string[]; files: Buffer[] | null; undone: number | null } | undefined> {
  const change = await db
    .selectFrom('receiptChanges')
    .select([
      'undone',
      sql<string[] | null>`previous->'files'`.as('files'),
      sql<string[]>`jsonb_path_query_array(previous, '$[*].id')`.as('ids'),
    ])
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return change && { ...change, files: change.files && change.files.map((hash) => Buffer.from(hash, 'hex')) }
}

export async function recordUndone(db: Db, ownerId: string, id: string, undone: number): Promise<void> {
  await db
    .updateTable('receiptChanges')
    .set({ undone })
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .execute()
}

type Reverted = { id: string; wasInBin: boolean; wasReadSince: boolean }

/**
 * Restores what a change changed of receipts, unless they have changed since.
 * @param db a transaction that has locked them.
 * @returns them, and whether what was read since the change has to be applied again.
 */
export async function revertChange(db: Db, ownerId: string, id: string, at: Date): Promise<Reverted[]> {
  // Columns that the change didn't set stay unchanged.
  const { rows } = await sql<Reverted>`
    with before as (
      select changed_at, item, (item->>'id')::uuid as id
      from receipt_changes, jsonb_array_elements(previous) item
      where owner_id = ${ownerId} and receipt_changes.id = ${id}
    )
    update receipts set category_id = restored.category_id, work_use_percent = restored.work_use_percent,
      document_date = restored.document_date, deleted_at = restored.deleted_at,
      in_year_since = restored.in_year_since, updated_at = ${at},
      sources = jsonb_strip_nulls(restored.sources || coalesce(item->'source', '{}')),
      suggestions = nullif(
        jsonb_strip_nulls(coalesce(restored.suggestions, '{}') || coalesce(item->'suggestion', '{}')), '{}')
    from before join receipts current on current.owner_id = ${ownerId} and current.id = before.id
      cross join jsonb_populate_record(current, item) restored
    where receipts.owner_id = ${ownerId} and receipts.id = before.id and receipts.updated_at = before.changed_at
    returning receipts.id, current.deleted_at is not null and receipts.deleted_at is null as "wasInBin",
      item ? 'read_at' and (item->>'read_at')::timestamptz is distinct from ${readAt} as "wasReadSince"`.execute(
    db,
  )
  return rows
}

/** How many of these receipts aren't in an income year. */
export async function countOutside(
  db: Db,
  ownerId: string,
  { ids, incomeYear }: { ids: readonly string[]; incomeYear: number },
): Promise<number> {
  const { count } = await db
    .selectFrom('receipts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('incomeYear', '<>', incomeYear)
    .executeTakeFirstOrThrow()
  return count
}

/** Restores what was deleted at one moment, in the order in which receipts are locked. @returns its ids. */
export async function restoreDeleted(
  db: Db,
  ownerId: string,
  { deletedAt, at }: { deletedAt: Date; at: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`update receipts set deleted_at = null, updated_at = ${at}
    where owner_id = ${ownerId} and id in (
      select id from receipts where owner_id = ${ownerId} and deleted_at = ${deletedAt} order by id for update)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The current files of receipts. */
export function filesOf(db: Db, ownerId: string, ids: readonly string[]) {
  return db
    .selectFrom('receiptVersions')
    .select(['sha256', 'type', 'preview'])
    .distinctOn('sha256')
    .where('ownerId', '=', ownerId)
    .where('receiptId', '=', sql<string>`any(${ids}::uuid[])`)
    .where('replacedAt', 'is', null)
    .execute()
}
