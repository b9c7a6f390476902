import { isImageType } from '@docketbox/contract'
import { type QueryCreator, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { DB } from '#platform/database/row-types.ts'

/**
 * Candidates differ in at most `distance` of 256 bits; the closest `limit` are then compared with the new picture. PDFs
 * get a smaller distance, because invoices of one supplier look alike.
 */
const searches = { photo: { distance: 32, limit: 50 }, document: { distance: 4, limit: 20 } }

/** New uploads go before photos from before comparing existed. */
export const waitingForComparison = {
  table: 'fingerprints',
  owner: 'owner_id',
  isWaiting: sql<boolean>`state = 'waiting'`,
  ranks: [sql<boolean>`priority = 0`, sql<boolean>`priority = 1`],
  order: sql`requested_at`,
} as const

/** A photo, or the first page of a PDF. */
export type PictureKind = keyof typeof searches
export type PhotoKey = { ownerId: string; sha256: Buffer }

/** The kind of picture a file is compared as; undefined if it isn't compared. */
export function comparedAs({ type, preview }: { type: string; preview: string }): PictureKind | undefined {
  if (isImageType(type)) return 'photo'
  return type === 'application/pdf' && preview === 'image' ? 'document' : undefined
}

/**
 * Requests a file to be compared with the owner's others, unless it was before, as part of another statement.
 * @param kind undefined requests nothing.
 */
export function insertFingerprint(
  query: QueryCreator<DB>,
  { ownerId, sha256 }: PhotoKey,
  { at, kind }: { at: Date; kind: PictureKind | undefined },
) {
  const row = sql`select ${ownerId}::uuid, ${sha256}::bytea, ${kind ?? null}::text, 'waiting', ${at}::timestamptz
    where ${kind !== undefined}::boolean`
  return query
    .insertInto('fingerprints')
    .columns(['ownerId', 'sha256', 'kind', 'state', 'requestedAt'])
    .expression(() => row as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('sha256')
}

/**
 * @param fingerprint 64 hexadecimal digits.
 * @returns the kind of picture the file is compared as; undefined if it was deleted.
 */
export async function storeFingerprint(
  db: Db,
  { ownerId, sha256 }: PhotoKey,
  fingerprint: string,
): Promise<PictureKind | undefined> {
  const row = await db
    .updateTable('fingerprints')
    .set({ fingerprint: bitsOf(fingerprint) as never })
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .returning('kind')
    .executeTakeFirst()
  return row?.kind as PictureKind | undefined
}

/** The owner's pictures of a kind that may show the same as this one, the most alike first. */
export async function likelyLookalikes(
  db: Db,
  { ownerId, sha256 }: PhotoKey,
  { kind, fingerprint }: { kind: PictureKind; fingerprint: string },
): Promise<Buffer[]> {
  const distance = sql<number>`bit_count(fingerprint # ${bitsOf(fingerprint)})`
  const rows = await db
    .selectFrom('fingerprints')
    .select('sha256')
    .where('ownerId', '=', ownerId)
    .where('kind', '=', kind)
    .where('fingerprint', 'is not', null)
    .where('sha256', '<>', sha256)
    .where(distance, '<=', searches[kind].distance)
    .orderBy(distance)
    .limit(searches[kind].limit)
    .execute()
  return rows.map((row) => row.sha256)
}

/** Records which photos show the same as this one; it was compared. */
export async function completePhoto(
  db: Db,
  { ownerId, sha256 }: PhotoKey,
  lookalikes: readonly Buffer[],
): Promise<void> {
  const pairs = lookalikes.flatMap((otherSha256) => [
    { ownerId, sha256, otherSha256 },
    { ownerId, sha256: otherSha256, otherSha256: sha256 },
  ])
  if (pairs.length > 0)
    await db
      .insertInto('lookalikes')
      .values(pairs)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  await setState(db, { ownerId, sha256 }, 'done')
}

/** Gives up on a photo that can't be shown. */
export function failPhoto(db: Db, photo: PhotoKey): Promise<void> {
  return setState(db, photo, 'failed')
}

async function setState(db: Db, { ownerId, sha256 }: PhotoKey, state: 'done' | 'failed'): Promise<void> {
  await db
    .updateTable('fingerprints')
    .set({ state })
    .where('ownerId', '=', ownerId)
    .where('sha256', '=', sha256)
    .execute()
}

/** Which of these photos wait to be compared, as hexadecimal text. */
export async function waitingPhotos(
  db: Db,
  ownerId: string,
  hashes: readonly Buffer[],
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set()
  const rows = await db
    .selectFrom('fingerprints')
    .select('sha256')
    .where('ownerId', '=', ownerId)
    .where('sha256', 'in', hashes)
    .where('state', '=', 'waiting')
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}

function bitsOf(fingerprint: string) {
  return sql`${`x${fingerprint}`}::bit(256)`
}
