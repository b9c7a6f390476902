import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { Use } from './report.ts'

export type Expected = Readonly<{ sha256: Buffer; sizeBytes: number }>

/** The files that should exist, in the order of their hashes; an even share of them is part `part` of `of`. */
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
    .selectFrom('derivatives')
    .select('sha256')
    .where((where) => where.or([where('resultSha256', '=', sha256), where('thumbnailSha256', '=', sha256)]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
