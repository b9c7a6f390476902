import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'

type FileCheck = Readonly<{ startedAt: Date; part: number; parts: number; damaged: readonly Buffer[] }>
export type FileChecks = Readonly<{
  passed: number
  failed: number
  /** When the last of them started. */
  lastAt: Date | null
}>

/** The part to read next. A missed or failed night doesn't skip one. */
export async function nextPart(db: Db, { parts, now }: { parts: number; now: Date }): Promise<number> {
  const last = await db
    .selectFrom('fileChecks')
    .select('part')
    .where('parts', '=', parts)
    // Ignores checks from when the clock was ahead.
    .where('startedAt', '<=', now)
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? (last.part + 1) % parts : 0
}

/** Records which part of the stored files was read, and which of them were damaged. */
export async function insertFileCheck(db: Db, { damaged, ...check }: FileCheck): Promise<void> {
  await db
    .insertInto('fileChecks')
    .values({ ...check, damaged: sql`${damaged}::bytea[]` })
    .execute()
}

/** The recorded checks that read a file after it was stored. */
export async function fileChecksSince(db: Db, sha256: Buffer, storedAt: Date): Promise<FileChecks> {
  const wasDamaged = sql`${sha256}::bytea = any(damaged)`
  return db
    .selectFrom('fileChecks')
    .select(({ fn }) => [
      sql<number>`count(*) filter (where not ${wasDamaged})`.as('passed'),
      sql<number>`count(*) filter (where ${wasDamaged})`.as('failed'),
      fn.max('startedAt').as('lastAt'),
    ])
    .where('startedAt', '>', storedAt)
    .where(sql<boolean>`part = get_byte(${sha256}::bytea, 0) % parts`)
    .executeTakeFirstOrThrow()
}
