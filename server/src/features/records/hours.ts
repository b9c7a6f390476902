import {
  type HoursOfDay,
  incomeYearOf,
  MINUTES_PER_DAY,
  type Output,
  type recordEndpoints,
  recordRefusals,
} from '@docketbox/contract'
import { sql } from 'kysely'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { keepDeleted } from './deleted-records.ts'
import { isTimeZone, minutesByDay, refuseFuture } from './days.ts'
import { snapshotRecords } from './since-lodging/snapshot-records.ts'

type HoursDeps = Pick<Deps, 'db' | 'now'>

/** Sets the hours of some days; 0 minutes removes a day. If a day is named twice, the last one counts. */
export function saveHours(
  { db, now }: HoursDeps,
  ownerId: string,
  days: readonly HoursOfDay[],
): Promise<Output<typeof recordEndpoints.saveHours>> {
  const changes = new Map(days.map(({ day, minutes }) => [day, minutes]))
  refuseFuture(now(), Object.fromEntries(days.map(({ day }, index) => [`days.${index}.day`, day])))
  return inTransaction(db, async (db) => {
    await snapshotForHours(db, ownerId, now(), [...changes.keys()])
    const before = await hoursOf(db, ownerId, [...changes.keys()])
    const removed = [...changes].flatMap(([day, minutes]) => (minutes === 0 ? day : []))
    const kept = [...changes].flatMap(([day, minutes]) => (minutes === 0 ? [] : { ownerId, day, minutes }))
    if (removed.length > 0)
      await db.deleteFrom('workHours').where('ownerId', '=', ownerId).where('day', 'in', removed).execute()
    if (kept.length > 0)
      await db
        .insertInto('workHours')
        .values(kept)
        .onConflict((conflict) =>
          conflict
            .columns(['ownerId', 'day'])
            .doUpdateSet((row) => ({ minutes: row.ref('excluded.minutes') })),
        )
        .execute()
    return { before }
  })
}

function snapshotForHours(db: Db, ownerId: string, at: Date, days: readonly string[]): Promise<void> {
  return snapshotRecords(db, ownerId, { at, incomeYears: days.map(incomeYearOf) })
}

/** The current minutes of some days, 0 without hours; locked until the transaction ends. */
async function hoursOf(db: Db, ownerId: string, days: readonly string[]): Promise<HoursOfDay[]> {
  if (days.length === 0) return []
  const rows = await db
    .selectFrom('workHours')
    .select(['day', 'minutes'])
    .where('ownerId', '=', ownerId)
    .where('day', 'in', days)
    .orderBy('day')
    .forUpdate()
    .execute()
  const minutes = new Map(rows.map((row) => [row.day, row.minutes]))
  return days.map((day) => ({ day, minutes: minutes.get(day) ?? 0 }))
}

/** Starts a timer, or returns the one that's running, which another tab may have started. */
export async function startTimer(
  { db, now }: HoursDeps,
  ownerId: string,
  { _id: id, timeZone }: { _id: string; timeZone: string },
): Promise<Output<typeof recordEndpoints.startTimer>> {
  if (!isTimeZone(timeZone)) throw new Refusal(recordRefusals.unknownTimeZone)
  const timer = await db
    .insertInto('workTimers')
    .values({ ownerId, id, startedAt: now(), timeZone })
    // Changes nothing, but returns the row that's there.
    .onConflict((conflict) =>
      conflict.column('ownerId').doUpdateSet((row) => ({ ownerId: row.ref('excluded.ownerId') })),
    )
    .returning(['id', 'startedAt'])
    .executeTakeFirstOrThrow()
  return { _id: timer.id, startedAt: timer.startedAt.toISOString() }
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
  timer: { startedAt: Date; timeZone: string },
  at: Date,
): Promise<Output<typeof recordEndpoints.stopTimer>> {
  const days = minutesByDay(timer.startedAt, at, timer.timeZone)
  const dates = days.map(({ day }) => day)
  await snapshotForHours(db, ownerId, at, dates)
  const before = await hoursOf(db, ownerId, dates)
  if (days.length > 0)
    await db
      .insertInto('workHours')
      .values(days.map((day) => ({ ownerId, ...day })))
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'day']).doUpdateSet({
          minutes: sql`least(${MINUTES_PER_DAY}, work_hours.minutes + excluded.minutes)`,
        }),
      )
      .execute()
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
    .returning(['startedAt', 'timeZone'])
    .executeTakeFirst()
}
