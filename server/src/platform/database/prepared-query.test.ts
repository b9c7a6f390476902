import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/harness.ts'
import { type Db, openDatabase } from './database.ts'
import { keptStatement, namedColumns } from './prepared-query.ts'
import { inTransaction } from './transaction.ts'

type Wanted = { names: string[]; least: number }
const wanted = `name = any(:names::text[]) and position >= :least and position >= :least::integer`
const positions = keptStatement<Wanted, { name: string; whereItIs: number }>(
  `select name, position as "whereItIs" from categories where ${wanted} order by position`,
)

let db: Db
const closings: (() => Promise<void>)[] = []
beforeAll(async () => {
  const database = await cloneDatabase()
  // One connection, so that what it keeps can be looked at.
  const opened = openDatabase(database.url, { maxConnections: 1, onLost: () => undefined })
  db = opened.db
  closings.push(opened.close, database.drop)
})
afterAll(async () => {
  for (const close of closings) await close()
})

const kept = async () => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}
const names = ['Others', 'Travel expenses']

describe('a statement that is kept', () => {
  test('takes its values by name, each as often as it is named, and answers in our own words', async () => {
    expect(await positions(db, { names, least: 1 })).toEqual([
      { name: 'Travel expenses', whereItIs: 2 },
      { name: 'Others', whereItIs: 6 },
    ])
    expect(await positions(db, { names, least: 3 })).toEqual([{ name: 'Others', whereItIs: 6 }])
    expect(namedColumns('filed', ['id', 'createdAt', 'sha256'])).toBe(
      'filed.id as "id", filed.created_at as "createdAt", filed.sha256 as "sha256"',
    )
  })

  test('is planned once by a connection', async () => {
    await positions(db, { names, least: 1 })
    expect(await kept()).toEqual([expect.stringContaining('where name = any($1::text[]) and position >= $2')])
  })

  test('still answers after a migration added a column', async () => {
    await sql`alter table categories add column colour text`.execute(db)
    expect(await positions(db, { names, least: 6 })).toEqual([{ name: 'Others', whereItIs: 6 }])
  })

  test('is part of the transaction it is asked in', async () => {
    const seen = await inTransaction(db, async (db) => {
      await sql`update categories set position = 60 where name = 'Others'`.execute(db)
      return positions(db, { names, least: 6 })
    })
    expect(seen).toEqual([{ name: 'Others', whereItIs: 60 }])
  })
})
