import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Use } from './report.ts'

export type Expected = Readonly<{ sha256: Buffer; sizeBytes: number }>

/** Files there should be, in the order of their hashes; `part` of `of` takes an even share of them. */
export function listExpected(
  db: Db,
  { after, limit, part, of }: { after: Buffer; limit: number; part: number; of: number },
): Promise<Expected[]> {
  return db
    .selectFrom('blobs')
    .select(['sha256', 'sizeBytes'])
    .where('sha256', '>', after)
    .where(sql<boolean>`get_byte(sha256, 0) % ${of} = ${part}`)
    .orderBy('sha256')
    .limit(limit)
    .execute()
}

/** Those of the hashes that a record knows. */
export async function known(db: Db, hashes: readonly Buffer[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('blobs')
    .select('sha256')
    .where('sha256', '=', sql<Buffer>`any(${hashes})`)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')))
}

export function listUses(db: Db, sha256: Buffer): Promise<Use[]> {
  return db
    .selectFrom('receiptVersions')
    .select(['ownerId', 'receiptId', 'fileId', 'version'])
    .where('sha256', '=', sha256)
    .orderBy('createdAt')
    .execute()
}

export async function isPreview(db: Db, sha256: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('blobs')
    .select('sha256')
    .where((where) => where.or([where('thumbnailSha256', '=', sha256), where('pageSha256', '=', sha256)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
