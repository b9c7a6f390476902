import type { BulkAction } from '@docketbox/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type Change = { id: string; at: Date; forgetBefore: Date }

/** Saves receipts before a change, so that it can be undone. Deletes changes before `forgetBefore`. */
export function recordChange(
  db: Db,
  ownerId: string,
  { ids, ...change }: Change & { ids: readonly string[] },
): Promise<void> {
  const previous = sql`select json_agg(json_build_object('id', id, 'category_id', category_id,
      'work_use_percent', work_use_percent, 'document_date', document_date, 'sources', sources,
      'suggestions', suggestions, 'deleted_at', deleted_at, 'in_year_since', in_year_since))
    from receipts where owner_id = ${ownerId} and id = any(${ids}::uuid[])`
  return insertChange(db, ownerId, change, previous)
}

/** Remembers which files were to be read. */
export function recordReading(
  db: Db,
  ownerId: string,
  { hashes, ...change }: Change & { hashes: readonly Buffer[] },
): Promise<void> {
  const files = hashes.map((hash) => hash.toString('hex'))
  return insertChange(db, ownerId, change, sql`select ${JSON.stringify({ files })}::jsonb`)
}

async function insertChange(
  db: Db,
  ownerId: string,
  { id, at, forgetBefore }: Change,
  previous: RawBuilder<unknown>,
): Promise<void> {
  await db
    .deleteFrom('receiptChanges')
    .where('ownerId', '=', ownerId)
    .where('changedAt', '<', forgetBefore)
    .execute()
  await sql`insert into receipt_changes (owner_id, id, changed_at, previous)
    values (${ownerId}, ${id}, ${at}, (${previous}))`.execute(db)
}

/** Changes receipts at once. What is set counts as typed, and is no longer suggested. */
export async function applyAction(
  db: Db,
  ownerId: string,
  { ids, action, at }: { ids: readonly string[]; action: Exclude<BulkAction, { type: 'read' }>; at: Date },
): Promise<void> {
  await sql`update receipts set ${assignments(action, at)}, updated_at = ${at}
    where owner_id = ${ownerId} and id = any(${ids}::uuid[])`.execute(db)
}

function assignments(action: Exclude<BulkAction, { type: 'read' }>, at: Date): RawBuilder<unknown> {
  switch (action.type) {
    case 'move':
      return sql`category_id = ${action.category}`
    case 'delete':
      return sql`deleted_at = ${at}`
    case 'workUse':
      return sql`work_use_percent = ${action.workUsePercent}, ${typed('workUsePercent')}`
    case 'date':
      return sql`document_date = ${action.documentDate}, ${typed('documentDate')}`
  }
}

function typed(name: 'workUsePercent' | 'documentDate'): RawBuilder<unknown> {
  return sql`sources = sources || ${JSON.stringify({ [name]: 'typed' })}::jsonb,
    suggestions = nullif(suggestions - ${name}::text, '{}'::jsonb)`
}

/** Finds a change that can be taken back. @returns the hashes of the files that were to be read, if that was it. */
export async function lockChange(
  db: Db,
  ownerId: string,
  id: string,
): Promise<{ files: Buffer[] | null } | undefined> {
  const change = await db
    .selectFrom('receiptChanges')
    .select(sql<string[] | null>`previous->'files'`.as('files'))
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return change && { files: change.files && change.files.map((hash) => Buffer.from(hash, 'hex')) }
}

export async function forgetChange(db: Db, ownerId: string, id: string): Promise<void> {
  await db.deleteFrom('receiptChanges').where('ownerId', '=', ownerId).where('id', '=', id).execute()
}

/** Restores receipts to their state before a change, unless they have changed since. */
export async function revertChange(
  db: Db,
  ownerId: string,
  id: string,
  at: Date,
): Promise<{ id: string; wasInTrash: boolean }[]> {
  const { rows } = await sql<{ id: string; wasInTrash: boolean }>`
    with change as (delete from receipt_changes where owner_id = ${ownerId} and id = ${id} returning *),
      before as (
        select change.changed_at, previous.* from change, jsonb_to_recordset(change.previous) as previous (id uuid,
          category_id uuid, work_use_percent smallint, document_date date, sources jsonb, suggestions jsonb,
          deleted_at timestamptz, in_year_since timestamptz)
      )
    update receipts set category_id = before.category_id, work_use_percent = before.work_use_percent,
      document_date = before.document_date, sources = before.sources, suggestions = before.suggestions,
      deleted_at = before.deleted_at, in_year_since = before.in_year_since, updated_at = ${at}
    from before join receipts current on current.owner_id = ${ownerId} and current.id = before.id
    where receipts.owner_id = ${ownerId} and receipts.id = before.id and receipts.updated_at = before.changed_at
    returning receipts.id, current.deleted_at is not null and receipts.deleted_at is null as "wasInTrash"`.execute(
    db,
  )
  return rows
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
