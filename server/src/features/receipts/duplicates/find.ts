import type { DuplicateOf } from '@docketbox/contract'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import { draftUri } from '../uris.ts'

type Pair = { id: string; reason: DuplicateOf['reason']; draftId: string | null; receiptId: string | null }

/** `supplier`: the name that was read, as the owner has corrected it before; undefined if none was read. */
type ReadDraft = { id: string; supplier: string | undefined }

/** Drafts are polled while they're read, and thousands may be waiting. */
const MAX_COMPARED_DRAFTS = 1000
const isWaiting = sql`d.claimed_at is null and d.expires_at is null`

/**
 * Receipts and waiting drafts with a file, or with a photo that was adjusted from it. They're looked up one by one
 * (`offset 0`), because a plan made while the tables were small would go through all of the owner's.
 */
const receiptsWithPhoto = (ownerId: string) => sql`(
    select r.id from (
      select v.receipt_id from receipt_versions v
      where v.owner_id = ${ownerId} and v.sha256 = p.sha256 and v.replaced_at is null
      union all
      select v.receipt_id from receipt_versions v
      where v.owner_id = ${ownerId} and v.original_sha256 = p.sha256 and v.replaced_at is null and p.reason = 'file'
      offset 0
    ) photo join receipts r on r.owner_id = ${ownerId} and r.id = photo.receipt_id and r.deleted_at is null
    offset 0
  )`
const draftsWithPhoto = (ownerId: string) => sql`(
    select d.id from drafts d where d.owner_id = ${ownerId} and d.sha256 = p.sha256 and ${isWaiting}
    union all
    select d.id from (
      select draft_id from draft_originals
      where owner_id = ${ownerId} and sha256 = p.sha256 and p.reason = 'file' offset 0
    ) o join drafts d on d.owner_id = ${ownerId} and d.id = o.draft_id and d.split_from is null and ${isWaiting}
    offset 0
  )`

/**
 * Finds the originals of duplicate drafts: a receipt, or a draft that was uploaded before. Details are only compared with
 * those of the last `MAX_COMPARED_DRAFTS` before them.
 * @returns by the id of the draft, those without duplicates left out.
 */
export async function duplicatesOfDrafts(
  db: Db,
  ownerId: string,
  drafts: readonly ReadDraft[],
): Promise<Map<string, DuplicateOf>> {
  if (drafts.length === 0) return new Map()
  const ids = drafts.map(({ id }) => id)
  const suppliers = drafts.map(({ supplier }) => supplier ?? null)
  const { rows } = await sql<Pair>`
    with chosen as materialized (
      select d.id, d.sha256, d.split_from, lower(r.fields->'supplier'->>'value') as supplier, lower(named.supplier) as corrected_supplier,
        (r.fields->'totalCents'->>'value')::bigint as total_cents,
        (r.fields->'documentDate'->>'value')::date as document_date
      from unnest(${ids}::uuid[], ${suppliers}::text[]) as named (id, supplier)
      join drafts d on d.owner_id = ${ownerId} and d.id = named.id and not d.duplicate_kept
      left join readings r on r.owner_id = d.owner_id and r.sha256 = d.sha256 and r.state = 'done'
    ), photos as (
      select id, sha256, 1 as rank, 'file' as reason from chosen
      union all
      select c.id, o.sha256, 1, 'file' from chosen c
      join draft_originals o on o.owner_id = ${ownerId} and o.draft_id = c.id and c.split_from is null
      union all
      select c.id, l.other_sha256, 2, 'image' from chosen c
      join lookalikes l on l.owner_id = ${ownerId} and l.sha256 = c.sha256
    ), earlier as (
      select id, sha256 from drafts d where owner_id = ${ownerId} and ${isWaiting}
        and id < (select id from chosen order by id desc limit 1)
      order by id desc limit ${sql.lit(MAX_COMPARED_DRAFTS)}
    ), waiting as (
      select d.id, r.fields from earlier d
      join readings r on r.owner_id = ${ownerId} and r.sha256 = d.sha256 and r.state = 'done'
    )
    select distinct on (id) id, reason, draft_id as "draftId", receipt_id as "receiptId" from (
      select p.id, p.rank, p.reason, null::uuid as draft_id, r.id as receipt_id
      from photos p cross join lateral ${receiptsWithPhoto(ownerId)} r
      union all
      select p.id, p.rank, p.reason, w.id, null
      from photos p cross join lateral ${draftsWithPhoto(ownerId)} w where w.id < p.id
      union all
      select c.id, 3, 'details', null, r.id from chosen c join receipts r
        on r.owner_id = ${ownerId} and lower(r.supplier) = any(array[c.supplier, c.corrected_supplier])
          and r.total_cents = c.total_cents and r.document_date = c.document_date and r.deleted_at is null
      union all
      select c.id, 3, 'details', w.id, null from chosen c join waiting w
        on lower(w.fields->'supplier'->>'value') = c.supplier
          and (w.fields->'totalCents'->>'value')::bigint = c.total_cents
          and (w.fields->'documentDate'->>'value')::date = c.document_date and w.id < c.id
    ) found order by id, rank, receipt_id nulls last, draft_id`.execute(db.withoutPlugins())
  return byId(rows)
}

/** Finds the originals of duplicate receipts: others that were filed before. @returns as for drafts. */
export async function duplicatesOfReceipts(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): Promise<Map<string, DuplicateOf>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Pair>`
    with chosen as materialized (
      select id, lower(supplier) as supplier, total_cents, document_date from receipts
      where owner_id = ${ownerId} and id = any(${ids}::uuid[]) and deleted_at is null
        and not duplicate_kept
    ), mine as (
      select c.id, mine.sha256, mine.original_sha256 from chosen c join receipt_versions mine
        on mine.owner_id = ${ownerId} and mine.receipt_id = c.id and mine.replaced_at is null
    ), photos as (
      select id, sha256, 1 as rank, 'file' as reason from mine
      union all
      select id, original_sha256, 1, 'file' from mine where original_sha256 is not null
      union all
      select m.id, l.other_sha256, 2, 'image' from mine m
      join lookalikes l on l.owner_id = ${ownerId} and l.sha256 = m.sha256
    )
    select distinct on (id) id, reason, null as "draftId", receipt_id as "receiptId" from (
      select p.id, p.rank, p.reason, r.id as receipt_id
      from photos p cross join lateral ${receiptsWithPhoto(ownerId)} r where r.id < p.id
      union all
      select c.id, 3, 'details', r.id from chosen c join receipts r
        on r.owner_id = ${ownerId} and lower(r.supplier) = c.supplier and r.total_cents = c.total_cents
          and r.document_date = c.document_date and r.deleted_at is null and r.id < c.id
    ) found order by id, rank, receipt_id`.execute(db.withoutPlugins())
  return byId(rows)
}

function byId(rows: Pair[]): Map<string, DuplicateOf> {
  return new Map(
    rows.map(({ id, reason, draftId, receiptId }) => [
      id,
      { reason, draft: draftId && draftUri(draftId), receipt: receiptId },
    ]),
  )
}
