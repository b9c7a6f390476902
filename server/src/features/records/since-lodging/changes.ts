import { type ChangedKind, changedKinds, daysOf, type LodgedReturn, perthDay } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { type Figures, figuresAt, insertSnapshot, hasSnapshot, type Source } from './store.ts'

type ReadFigures = (db: Db, ownerId: string, incomeYear: string) => Promise<Figures>
type Change = {
  ownerId: string
  source: Source
  at: Date
  /** Those whose figures it may change. */
  incomeYears: readonly string[]
}

/**
 * Stores what income years add up to before a change; once a day, because a return is lodged on a day.
 * @param db a transaction in which nothing has changed yet.
 */
export async function snapshotFigures(
  db: Db,
  { at, incomeYears, ...of }: Change,
  read: ReadFigures,
): Promise<void> {
  // Like `isAfterLodging`.
  const changedOn = perthDay(at)
  // The return of a year that's running can't have been lodged.
  const finished = new Set(incomeYears.filter((incomeYear) => daysOf(incomeYear).last < changedOn))
  for (const incomeYear of [...finished].toSorted()) {
    const key = { ...of, incomeYear, changedOn }
    if (!(await hasSnapshot(db, key))) await insertSnapshot(db, key, await read(db, of.ownerId, incomeYear))
  }
}

/** The kinds whose figures differ from those when a return was lodged or last amended. */
export async function kindsChangedSince(
  db: Db,
  { lodgedOn, amendedOn }: LodgedReturn,
  of: { ownerId: string; incomeYear: string },
  sources: Record<Source, ReadFigures>,
): Promise<ChangedKind[]> {
  const changes = (Object.keys(sources) as Source[]).map(async (source) => {
    const before = await figuresAt(db, { ...of, source }, amendedOn ?? lodgedOn)
    if (before === undefined) return []
    const now = await sources[source](db, of.ownerId, of.incomeYear)
    return changedKinds.filter((kind) => JSON.stringify(before[kind]) !== JSON.stringify(now[kind]))
  })
  return (await Promise.all(changes)).flat()
}
