import { DISCARDED_DAYS } from '@docketbox/contract/core/limits'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { DraftRow } from './drafts-store.ts'

/** Drafts that wait to be filed, the oldest first. */
export async function listUnfiled(
  db: Db,
  ownerId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<DraftRow[]> {
  return unfiled(db, ownerId)
    .selectAll()
    .orderBy('createdAt')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
}

export async function countUnfiled(db: Db, ownerId: string): Promise<number> {
  const { count } = await unfiled(db, ownerId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Discarded drafts, the latest first. Profile pictures that aren't in use expire just as long after they were uploaded. */
export function listDiscarded(
  db: Db,
  ownerId: string,
  { now, limit }: { now: Date; limit: number },
): Promise<DraftRow[]> {
  return db
    .selectFrom('drafts')
    .selectAll()
    .where('ownerId', '=', ownerId)
    .where('claimedAt', 'is', null)
    .where('expiresAt', '>', now)
    .where(sql<boolean>`expires_at > created_at + make_interval(hours => ${DISCARDED_DAYS * 24})`)
    .orderBy('expiresAt', 'desc')
    .limit(limit)
    .execute()
}

function unfiled(db: Db, ownerId: string) {
  return db
    .selectFrom('drafts')
    .where('ownerId', '=', ownerId)
    .where('claimedAt', 'is', null)
    .where('expiresAt', 'is', null)
}

/** When the first of these drafts was uploaded, if the owner has any of them. */
export async function firstUploadOf(db: Db, ownerId: string, ids: string[]): Promise<Date | undefined> {
  if (ids.length === 0) return undefined
  const row = await db
    .selectFrom('drafts')
    .select('createdAt')
    .where('ownerId', '=', ownerId)
    .where('id', 'in', ids)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.createdAt
}

/** How many files the owner has uploaded since then, and when the first of them was. */
export function countUploads(
  db: Db,
  ownerId: string,
  since: Date,
): Promise<{ count: number; first: Date | null }> {
  return db
    .selectFrom('drafts')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('createdAt').as('first')])
    .where('ownerId', '=', ownerId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
}
