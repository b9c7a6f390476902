import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'

let url: string
let db: Db
const closings: (() => Promise<void>)[] = []
/** With one connection, so that its prepared statements can be listed. */
function open(prepare: boolean): Db {
  const opened = openDatabase(url, { maxConnections: 1, prepare, onLost: () => undefined })
  closings.unshift(opened.close)
  return opened.db
}
beforeAll(async () => {
  const database = await cloneDatabase()
  closings.push(database.drop)
  url = database.url
  db = open(true)
})
afterAll(async () => {
  for (const close of closings) await close()
})

const category = (db: Db, position: number) =>
  db.selectFrom('categories').selectAll().where('position', '=', position).executeTakeFirstOrThrow()
async function preparedStatements(db: Db): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

describe('prepared statements', () => {
  test('a query with parameters is prepared once and used again', async () => {
    expect([(await category(db, 2)).name, (await category(db, 6)).name]).toEqual([
      'Travel expenses',
      'Others',
    ])
    expect(await preparedStatements(db)).toEqual([expect.stringContaining('where "position" = $1')])
  })

  test('a query keeps working after a migration added a column', async () => {
    await sql`alter table categories add column colour text`.execute(db)
    expect(await category(db, 6)).toMatchObject({ name: 'Others', colour: null })
    expect(await category(db, 2)).toMatchObject({ name: 'Travel expenses', colour: null })
  })

  test('a transaction that meets such a column starts again', async () => {
    await category(db, 2)
    await sql`alter table categories add column icon text`.execute(db)
    let attempts = 0
    const result = await inTransaction(db, (db) => {
      attempts++
      return category(db, 2)
    })
    expect(result).toMatchObject({ name: 'Travel expenses', icon: null })
    expect(attempts).toBe(2)
  })

  test('a connection prepares at most 500 statements and runs the rest unprepared', async () => {
    for (let length = 1; length <= 510; length++) {
      const positions = Array.from({ length }, (_, index) => index + 1)
      await db.selectFrom('categories').select('id').where('position', 'in', positions).execute()
    }
    expect(await preparedStatements(db)).toHaveLength(500)
    expect((await category(db, 6)).name).toBe('Others')
  })

  test('nothing is prepared if the setting is off', async () => {
    const unprepared = open(false)
    expect((await category(unprepared, 6)).name).toBe('Others')
    expect(await preparedStatements(unprepared)).toEqual([])
  })
})
