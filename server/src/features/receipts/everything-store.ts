import type { Db } from '#platform/database/database.ts'

/** Every version of every file of every receipt of the owner, also those in the trash; the oldest receipt first. */
export function listEverything(db: Db, ownerId: string) {
  return db
    .selectFrom('receipts as r')
    .innerJoin('categories as c', 'c.id', 'r.categoryId')
    .innerJoin('receiptVersions as v', (join) =>
      join.onRef('v.ownerId', '=', 'r.ownerId').onRef('v.receiptId', '=', 'r.id'),
    )
    .innerJoin('blobs', 'blobs.sha256', 'v.sha256')
    .select(['r.id', 'c.name as category', 'r.description', 'r.supplier', 'r.supplierAbn', 'r.documentDate'])
    .select(['r.paidDate', 'r.totalCents', 'r.gstCents', 'r.currency', 'r.workUsePercent', 'r.note'])
    .select(['r.capturedOn', 'r.incomeYear', 'r.createdAt', 'r.updatedAt', 'r.deletedAt'])
    .select(['v.fileId', 'v.version', 'v.title', 'v.type', 'v.sizeBytes', 'v.sha256', 'blobs.crc32'])
    .select(['v.createdAt as addedAt', 'v.replacedAt'])
    .where('r.ownerId', '=', ownerId)
    .orderBy('r.createdAt')
    .orderBy('r.id')
    .orderBy('v.position')
    .orderBy('v.fileId')
    .orderBy('v.version')
    .execute()
}

/** Files of the owner that are in no receipt yet. */
export function listWaitingDrafts(db: Db, ownerId: string, now: Date) {
  return db
    .selectFrom('drafts as d')
    .innerJoin('blobs', 'blobs.sha256', 'd.sha256')
    .select(['d.id', 'd.title', 'd.type', 'd.sizeBytes', 'd.sha256', 'blobs.crc32', 'd.createdAt'])
    .where('d.ownerId', '=', ownerId)
    .where('d.claimedAt', 'is', null)
    .where('d.expiresAt', '>', now)
    .orderBy('d.createdAt')
    .orderBy('d.id')
    .execute()
}
