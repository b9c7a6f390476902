import {
  formatDay,
  type HoursOfDay,
  incomeYearOf,
  MINUTES_PER_DAY,
  type Output,
  type Parsed,
  type recordEndpoints,
  recordRefusals,
} from '@docketbox/contract'
import { sql } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { invalidInput } from '#platform/http/route.ts'
import { keepDeleted } from '../deleted-records.ts'
import { isTimeZone, minutesByDay, refuseFuture } from '../days.ts'
import { snapshotRecords } from '../since-lodging/snapshot-records.ts'
import { timerColumns, timerOf } from '../store.ts'

type HoursDeps = Pick<Deps, 'db' | 'now'>

/** Sets the hours of some days; 0 minutes removes them. If the same are named twice, the last ones count. */
export function saveHours(
  { db, now }: HoursDeps,
  ownerId: string,
  days: readonly HoursOfDay[],
): Promise<Output<typeof recordEndpoints.saveHours>> {
  const dates = [...new Set(days.map(({ day }) => day))]
  refuseFuture(now(), Object.fromEntries(days.map(({ day }, index) => [`days.${index}.day`, day])))
  return inTransaction(db, async (db) => {
    await snapshotForHours(db, ownerId, now(), dates)
    const current = await lockHours(db, ownerId, dates)
    const rows = rowsOf(days)
    await deleteHours(db, ownerId, rows)
    const kept = rows.filter(({ minutes }) => minutes > 0)
    if (kept.length > 0)
      await db
        .insertInto('workHours')
        .values(kept.map((row) => ({ ownerId, ...row })))
        .onConflict((conflict) =>
          conflict
            .columns(['ownerId', 'day', 'isForBusiness'])
            .doUpdateSet((row) => ({ minutes: row.ref('excluded.minutes') })),
        )
        .execute()
    await refuseLongDays(db, ownerId, days)
    return { before: undoOf(rows, current) }
  })
}

type HoursRow = { day: string; minutes: number; isForBusiness: boolean }

function rowsOf(days: readonly HoursOfDay[]): HoursRow[] {
  const rows = new Map<string, HoursRow>()
  for (const { day, minutes, isForBusiness } of days) {
    const set = (row: HoursRow) => rows.set(`${day} ${row.isForBusiness}`, row)
    set({ day, minutes, isForBusiness: isForBusiness ?? false })
    // Then it's the whole day's.
    if (isForBusiness === undefined) set({ day, minutes: 0, isForBusiness: true })
  }
  return [...rows.values()]
}

/** Deletes those that have 0 minutes now. */
async function deleteHours(db: Db, ownerId: string, rows: readonly HoursRow[]): Promise<void> {
  const empty = rows.filter(({ minutes }) => minutes === 0)
  for (const [isForBusiness, removed] of Map.groupBy(empty, ({ isForBusiness }) => isForBusiness))
    await db
      .deleteFrom('workHours')
      .where('ownerId', '=', ownerId)
      .where('isForBusiness', '=', isForBusiness)
      .where(
        'day',
        'in',
        removed.map(({ day }) => day),
      )
      .execute()
}

/** Refuses more hours than a day has, for a job and a business together. */
async function refuseLongDays(db: Db, ownerId: string, days: readonly HoursOfDay[]): Promise<void> {
  const dates = days.map(({ day }) => day)
  const long = await db
    .selectFrom('workHours')
    .select('day')
    .where('ownerId', '=', ownerId)
    .where('day', 'in', dates)
    .groupBy('day')
    .having(({ fn }) => fn.sum('minutes'), '>', MINUTES_PER_DAY)
    .orderBy('day')
    .execute()
  if (long.length === 0) return
  const names = new Intl.ListFormat('en-AU').format(long.map(({ day }) => formatDay(day)))
  const text = `${names} would have more than 24 hours, for your job and your business together.`
  const problems = long.map(({ day }) => [`days.${dates.lastIndexOf(day)}.minutes`, text])
  throw invalidInput(Object.fromEntries(problems))
}

function snapshotForHours(db: Db, ownerId: string, at: Date, days: readonly string[]): Promise<void> {
  return snapshotRecords(db, ownerId, { at, incomeYears: days.map(incomeYearOf) })
}

/** The current hours of some days, once no other call is changing the owner's hours: it may add to a day, too. */
async function lockHours(db: Db, ownerId: string, days: readonly string[]): Promise<HoursRow[]> {
  if (days.length === 0) return []
  await sql`select pg_advisory_xact_lock(hashtextextended(${ownerId}, 3))`.execute(db)
  return db
    .selectFrom('workHours')
    .select(['day', 'minutes', 'isForBusiness'])
    .where('ownerId', '=', ownerId)
    .where('day', 'in', days)
    .orderBy('day')
    .orderBy('isForBusiness')
    .execute()
}

/** What saves the current hours again, once those of `changed` differ; 0 minutes where there are none. */
function undoOf(changed: readonly Omit<HoursRow, 'minutes'>[], current: readonly HoursRow[]): HoursRow[] {
  return changed.map(({ day, isForBusiness }) => {
    const row = current.find((row) => row.day === day && row.isForBusiness === isForBusiness)
    return { day, isForBusiness, minutes: row?.minutes ?? 0 }
  })
}

/** Starts a timer, or returns the one that's running, which another tab may have started. */
export async function startTimer(
  { db, now }: HoursDeps,
  ownerId: string,
  { _id: id, timeZone, isForBusiness = false }: Parsed<typeof recordEndpoints.startTimer>['body'],
): Promise<Output<typeof recordEndpoints.startTimer>> {
  if (!isTimeZone(timeZone)) throw new Refusal(recordRefusals.unknownTimeZone)
  const timer = await db
    .insertInto('workTimers')
    .values({ ownerId, id, startedAt: now(), timeZone, isForBusiness })
    // Changes nothing, but returns the row that's there.
    .onConflict((conflict) =>
      conflict.column('ownerId').doUpdateSet((row) => ({ ownerId: row.ref('excluded.ownerId') })),
    )
    .returning(timerColumns)
    .executeTakeFirstOrThrow()
  return timerOf(timer)
}

/** Stops a timer and adds its time. If it was stopped already, such as by another tab, adds nothing and returns the same. */
export function stopTimer(
  { db, now }: HoursDeps,
  ownerId: string,
  id: string,
): Promise<Output<typeof recordEndpoints.stopTimer>> {
  return inTransaction(db, async (db) => {
    const timer = await deleteTimer(db, ownerId, id)
    const record = timer && (await addTime(db, ownerId, timer, now()))
    const stopped = await keepDeleted(db, ownerId, { key: `timer:${id}`, record, at: now() })
    return stopped ?? { minutes: null, before: [] }
  })
}

/** @returns how much was added, and what its days had before. */
async function addTime(
  db: Db,
  ownerId: string,
  { isForBusiness, ...timer }: { startedAt: Date; timeZone: string; isForBusiness: boolean },
  at: Date,
): Promise<Output<typeof recordEndpoints.stopTimer>> {
  const days = minutesByDay(timer.startedAt, at, timer.timeZone)
  const dates = days.map(({ day }) => day)
  await snapshotForHours(db, ownerId, at, dates)
  const current = await lockHours(db, ownerId, dates)
  const leftOf = (date: string) =>
    current.reduce((left, { day, minutes }) => (day === date ? left - minutes : left), MINUTES_PER_DAY)
  const added = days
    .map(({ day, minutes }) => ({ day, minutes: Math.min(minutes, leftOf(day)) }))
    .filter(({ minutes }) => minutes > 0)
  if (added.length > 0)
    await db
      .insertInto('workHours')
      .values(added.map((day) => ({ ownerId, ...day, isForBusiness })))
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'day', 'isForBusiness']).doUpdateSet({
          minutes: sql`least(${MINUTES_PER_DAY}, work_hours.minutes + excluded.minutes)`,
        }),
      )
      .execute()
  const before = undoOf(
    dates.map((day) => ({ day, isForBusiness })),
    current,
  )
  return { minutes: days.reduce((sum, { minutes }) => sum + minutes, 0), before }
}

export async function discardTimer(
  { db }: Pick<HoursDeps, 'db'>,
  ownerId: string,
  id: string,
): Promise<{ _id: string }> {
  await deleteTimer(db, ownerId, id)
  return { _id: id }
}

function deleteTimer(db: Db, ownerId: string, id: string) {
  return db
    .deleteFrom('workTimers')
    .where('ownerId', '=', ownerId)
    .where('id', '=', id)
    .returning(['startedAt', 'timeZone', 'isForBusiness'])
    .executeTakeFirst()
}
