import { claimsOf, daysOf, incomeYearOf, type RecordRules, yearsOfLogbook } from '@docketbox/contract'
import type { Db } from '#platform/database/database.ts'
import { readRecords } from '../year.ts'
import { snapshotFigures } from './changes.ts'
import type { Figures } from './store.ts'

const figure = (value: number) => ({ value, status: 'law' as const })
/** Fixed, so that a new rate doesn't look like a change by the owner. The two kinds of laundry loads count differently. */
const SAME_RATES: RecordRules = {
  homeCentsPerHour: null,
  carCentsPerKm: null,
  carMaxKm: null,
  laundryLoadCents: figure(2),
  mixedLaundryLoadCents: figure(1),
  laundryCents: null,
}

/** What the records of a finished income year add up to, and which methods count. */
export async function recordFigures(db: Db, ownerId: string, incomeYear: string): Promise<Figures> {
  const year = await readRecords(db, ownerId, incomeYear, daysOf(incomeYear).last)
  const claims = claimsOf({ ...year, isRunning: false }, SAME_RATES)
  const figures: Figures = {}
  // Deleting a vehicle and restoring it changes the order of claims.
  for (const claim of claims.toSorted((one, other) => one._id.localeCompare(other._id))) {
    const { _id, kind, quantity, claimableCents, choice } = claim
    const isChosen = choice !== null && year.choices[choice] === kind
    figures[kind] = [...(figures[kind] ?? []), [_id, quantity, claimableCents, choice, isChosen]]
  }
  return figures
}

/** Stores what the records of income years add up to. Call it before they change, in the same transaction. */
export function snapshotRecords(
  db: Db,
  ownerId: string,
  { at, incomeYears }: { at: Date; incomeYears: readonly string[] },
): Promise<void> {
  return snapshotFigures(db, { ownerId, source: 'records', at, incomeYears }, recordFigures)
}

/** The income years that trips on some days count in: their own, and those of the logbooks that cover them. */
export async function yearsOfTrips(
  db: Db,
  ownerId: string,
  trips: readonly { vehicleId: string; day: string }[],
): Promise<string[]> {
  const logbooks = await db
    .selectFrom('logbooks')
    .select(['vehicleId', 'startedOn', 'endedOn'])
    .where('ownerId', '=', ownerId)
    .execute()
  return trips.flatMap(({ vehicleId, day }) => [
    incomeYearOf(day),
    ...logbooks
      .filter((one) => one.vehicleId === vehicleId && one.startedOn <= day && day <= (one.endedOn ?? day))
      .flatMap(yearsOfLogbook),
  ])
}
