import { endingOf, incomeYearLabel, MAX_PACKS, type PackFormat } from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { newId } from '#platform/database/ids.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { buildPack } from './building/job.ts'
import * as store from './store.ts'

type PackRequest = Readonly<{ ownerId: string; incomeYear: string; formats?: readonly PackFormat[] }>

/**
 * Starts making a pack of an income year, and deletes packs beyond the latest few. While one is being made, that one is
 * returned, so that two tabs don't make two.
 * @param db a transaction.
 * @param request.formats defaults to those of the latest pack.
 */
export async function requestPack(
  db: Db,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  { ownerId, incomeYear, formats: requested }: PackRequest,
): Promise<{ _id: string }> {
  const ending = endingOf(incomeYear)
  const [latest] = await store.listPacks(db, { ownerId, incomeYear: ending })
  const formats = [...new Set(requested ?? latest?.formats)]
  for (;;) {
    const id = newId()
    const pack = { ownerId, id, incomeYear: ending, formats, requestedAt: now() }
    if (await store.insertPack(db, pack)) {
      await jobs.enqueue(db, buildPack, { owner: ownerId, pack: id }, { singletonKey: id, group: ownerId })
      const older = (await store.listPacks(db, { ownerId, incomeYear: ending })).slice(MAX_PACKS)
      await store.deletePacks(
        db,
        ownerId,
        older.map((pack) => pack.id),
      )
      return { _id: id }
    }
    // Not found if it was finished in between.
    const unfinished = await store.findUnfinished(db, ownerId, ending)
    if (unfinished !== undefined) return { _id: unfinished }
  }
}

/** Gives up a pack that can't be downloaded whole any more, and makes another one, which leaves damaged files out. */
export function replacePack(
  { db, ...deps }: Pick<Deps, 'db' | 'jobs' | 'now'>,
  { ownerId, id, incomeYear, formats }: store.StoredPack,
): Promise<void> {
  return inTransaction(db, async (db) => {
    const isFirst = await store.giveUpPack(db, { ownerId, id })
    if (isFirst) await requestPack(db, deps, { ownerId, incomeYear: incomeYearLabel(incomeYear), formats })
  })
}
