import type { Db } from '#platform/database/database.ts'

export type StoredFile = {
  title: string
  type: string
  sizeBytes: number
  sha256: Buffer
  crc32: number
}
export type PackedFile = StoredFile & { receiptId: string; fileId: string; capturedOn: string }

/** What is needed to hand out a version of a file of the owner: the current one unless told. */
export function findStored(
  db: Db,
  ownerId: string,
  { receiptId, fileId, version }: { receiptId: string; fileId: string; version: number | undefined },
): Promise<StoredFile | undefined> {
  return db
    .selectFrom('receiptVersions as v')
    .innerJoin('blobs', 'blobs.sha256', 'v.sha256')
    .select(['v.title', 'v.type', 'v.sizeBytes', 'v.sha256', 'blobs.crc32'])
    .where('v.ownerId', '=', ownerId)
    .where('v.receiptId', '=', receiptId)
    .where('v.fileId', '=', fileId)
    .$if(version === undefined, (query) => query.where('v.replacedAt', 'is', null))
    .$if(version !== undefined, (query) => query.where('v.version', '=', version!))
    .executeTakeFirst()
}

/** Every current file of a category, the oldest first. */
export function listStored(db: Db, ownerId: string, categoryId: string): Promise<PackedFile[]> {
  return db
    .selectFrom('receipts as r')
    .innerJoin('receiptVersions as v', (join) =>
      join
        .onRef('v.ownerId', '=', 'r.ownerId')
        .onRef('v.receiptId', '=', 'r.id')
        .on('v.replacedAt', 'is', null),
    )
    .innerJoin('blobs', 'blobs.sha256', 'v.sha256')
    .select(['v.title', 'v.type', 'v.sizeBytes', 'v.sha256', 'blobs.crc32'])
    .select(['v.receiptId', 'v.fileId', 'r.capturedOn'])
    .where('r.ownerId', '=', ownerId)
    .where('r.categoryId', '=', categoryId)
    .where('r.deletedAt', 'is', null)
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .orderBy('v.position')
    .execute()
}

export async function categoryName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('categories').select('name').where('id', '=', id).executeTakeFirst()
  return row?.name
}
