import type { Db } from '#platform/database/database.ts'
import { type ExportedFile, listFilesOf, listIdsOfYear } from './store.ts'

/** A receipt as its current files in their order; each has the receipt's facts, too. */
export type YearReceipt = readonly ExportedFile[]

const BATCH_SIZE = 100

/**
 * The receipts of an income year that aren't in the bin, by date, in batches.
 * @param ending the year it ends in.
 */
export async function* receiptsOfYear(
  db: Db,
  ownerId: string,
  ending: number,
): AsyncGenerator<YearReceipt[]> {
  yield* receiptsById(db, ownerId, await listIdsOfYear(db, ownerId, ending))
}

/** These receipts in their order, in batches. */
export async function* receiptsById(
  db: Db,
  ownerId: string,
  ids: readonly string[],
): AsyncGenerator<YearReceipt[]> {
  for (let at = 0; at < ids.length; at += BATCH_SIZE) {
    const batch = ids.slice(at, at + BATCH_SIZE)
    const files = Map.groupBy(await listFilesOf(db, ownerId, batch), ({ id }) => id)
    yield batch.flatMap((id) => [files.get(id) ?? []]).filter(({ length }) => length > 0)
  }
}
