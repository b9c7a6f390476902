import {
  addDays,
  daysOfDiary,
  DIARY_DAYS,
  type DiaryDay,
  type DiaryDayChange,
  endingOf,
  incomeYearOf,
  type Output,
  type Parsed,
  type recordEndpoints,
  recordTexts,
  type Service,
} from '@docketbox/contract'
import type { Deps } from '#platform/config/deps.ts'
import type { Db } from '#platform/database/database.ts'
import { hasChanged, isAsRead } from '#platform/database/queries/as-read.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { invalidInput } from '#platform/http/route.ts'
import { refuseFuture } from '../days.ts'
import { keepDeleted } from '../deleted-records.ts'
import { snapshotRecords } from '../since-lodging/snapshot-records.ts'

/** All four weeks of a diary are in its income year. */
export async function saveDiary(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  { incomeYear, service }: Parsed<typeof recordEndpoints.saveDiary>['params'],
  { known, ...diary }: Parsed<typeof recordEndpoints.saveDiary>['body'],
): Promise<{ _id: string }> {
  const days = [diary.startedOn, addDays(diary.startedOn, DIARY_DAYS - 1)]
  if (days.some((day) => incomeYearOf(day) !== incomeYear))
    throw invalidInput({ startedOn: recordTexts.outsideYear })
  return inTransaction(db, async (db) => {
    await snapshotRecords(db, ownerId, { at: now(), incomeYears: [incomeYear] })
    await db
      .insertInto('usageDiaries')
      .values({ ownerId, incomeYear: endingOf(incomeYear), service, ...diary })
      .onConflict((conflict) =>
        conflict
          .columns(['ownerId', 'incomeYear', 'service'])
          .doUpdateSet(diary)
          .where(isAsRead('usageDiaries', diary, known)),
      )
      .returning('service')
      .executeTakeFirstOrThrow(hasChanged)
    return { _id: service }
  })
}

/** Deletes a diary and its days. If it was deleted before, returns the same. */
export function removeDiary(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  { incomeYear, service }: Parsed<typeof recordEndpoints.removeDiary>['params'],
): Promise<Output<typeof recordEndpoints.removeDiary>> {
  return inTransaction(db, async (db) => {
    await snapshotRecords(db, ownerId, { at: now(), incomeYears: [incomeYear] })
    const diary = await db
      .deleteFrom('usageDiaries')
      .where('ownerId', '=', ownerId)
      .where('incomeYear', '=', endingOf(incomeYear))
      .where('service', '=', service)
      .returning(['startedOn', 'costCents'])
      .executeTakeFirst()
    const record = diary && { ...diary, days: await deleteDays(db, ownerId, { service, ...diary }) }
    const key = `diary:${incomeYear}:${service}`
    return { deleted: await keepDeleted(db, ownerId, { key, record, at: now() }) }
  })
}

function deleteDays(
  db: Db,
  ownerId: string,
  { service, startedOn }: { service: Service; startedOn: string },
): Promise<DiaryDay[]> {
  return db
    .deleteFrom('usageDays')
    .where('ownerId', '=', ownerId)
    .where('service', '=', service)
    .where('day', 'in', daysOfDiary(startedOn))
    .returning(['day', 'workUses as work', 'personalUses as personal'])
    .execute()
}

/** Sets or empties some days of a diary, one after the other. */
export async function saveDiaryDays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  service: Service,
  days: readonly DiaryDayChange[],
): Promise<{ days: number }> {
  refuseFuture(now(), Object.fromEntries(days.map(({ day }, index) => [`days.${index}.day`, day])))
  await inTransaction(db, async (db) => {
    await snapshotRecords(db, ownerId, { at: now(), incomeYears: days.map(({ day }) => incomeYearOf(day)) })
    for (const change of days) await saveDay(db, ownerId, service, change)
  })
  return { days: new Set(days.map(({ day }) => day)).size }
}

async function saveDay(
  db: Db,
  ownerId: string,
  service: Service,
  { day, work, personal }: DiaryDayChange,
): Promise<void> {
  if (work === null || personal === null)
    await db
      .deleteFrom('usageDays')
      .where('ownerId', '=', ownerId)
      .where('service', '=', service)
      .where('day', '=', day)
      .execute()
  else
    await db
      .insertInto('usageDays')
      .values({ ownerId, service, day, workUses: work ?? 0, personalUses: personal ?? 0 })
      .onConflict((conflict) =>
        conflict.columns(['ownerId', 'service', 'day']).doUpdateSet({
          ...(work !== undefined && { workUses: work }),
          ...(personal !== undefined && { personalUses: personal }),
        }),
      )
      .execute()
}

/** Chooses the kind that counts where kinds can't be combined; null takes the choice back. */
export function chooseMethod(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ownerId: string,
  incomeYear: string,
  { choice, kind }: Parsed<typeof recordEndpoints.choose>['body'],
): Promise<{ _id: string }> {
  const key = { ownerId, incomeYear: endingOf(incomeYear), choice }
  return inTransaction(db, async (db) => {
    await snapshotRecords(db, ownerId, { at: now(), incomeYears: [incomeYear] })
    if (kind === null)
      await db
        .deleteFrom('methodChoices')
        .where('ownerId', '=', ownerId)
        .where('incomeYear', '=', key.incomeYear)
        .where('choice', '=', choice)
        .execute()
    else
      await db
        .insertInto('methodChoices')
        .values({ ...key, kind })
        .onConflict((conflict) => conflict.columns(['ownerId', 'incomeYear', 'choice']).doUpdateSet({ kind }))
        .execute()
    return { _id: choice }
  })
}
