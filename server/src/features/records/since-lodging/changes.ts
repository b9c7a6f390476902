import { type ChangedKind, changedKinds, daysOf, type LodgedReturn, perthDay } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { type Figures, figuresAt, insertFigures, isNoted, type Source } from './store.ts'

type ReadFigures = (db: Db, ownerId: string, incomeYear: string) => Promise<Figures>
type Change = {
  ownerId: string
  source: Source
  at: Date
  /** Those whose figures it may change. */
  incomeYears: readonly string[]
}

/**
 * Notes what income years add up to before a change of them; once a day, because a return is lodged on a day.
 * @param db a transaction, before anything was changed in it.
 */
export async function noteFigures(
  db: Db,
  { at, incomeYears, ...of }: Change,
  read: ReadFigures,
): Promise<void> {
  // As `isAfterLodging` has it.
  const changedOn = perthDay(at)
  // The return of a year that's running can't have been lodged.
  const finished = new Set(incomeYears.filter((incomeYear) => daysOf(incomeYear).last < changedOn))
  for (const incomeYear of [...finished].toSorted()) {
    const key = { ...of, incomeYear, changedOn }
    if (!(await isNoted(db, key))) await insertFigures(db, key, await read(db, of.ownerId, incomeYear))
  }
}

/** The kinds that add up to something else than when a return was lodged or last amended. */
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
