import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { audit, type AuditEntry, verifyAuditLog } from './audit-log.ts'
import { type Db, openDatabase } from '#platform/database/database.ts'
import { inTransaction } from '#platform/database/transaction.ts'

let db: Db
const closings: (() => Promise<void>)[] = []
beforeEach(async () => {
  const database = await cloneDatabase()
  const opened = openDatabase(database.url, { onLost: () => undefined })
  db = opened.db
  closings.push(opened.close, database.drop)
})
afterAll(async () => {
  for (const close of closings) await close()
})

const entry = (action: string) => ({
  at: new Date('2026-11-20T03:00:00.123Z'),
  actorId: null,
  action: action as AuditEntry['action'],
  subjectId: null,
  details: { reason: 'spam', count: 2 },
})

const record = (action: string) => inTransaction(db, (db) => audit(db, entry(action)))

/** What only the owner of the database could do. */
async function tamper(statement: string): Promise<void> {
  await sql
    .raw(`alter table audit_log disable trigger all; ${statement}; alter table audit_log enable trigger all`)
    .execute(db)
}

describe('the audit log', () => {
  test('is an unbroken chain, even with parallel writes', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => record(`test.step${i}`)))
    expect(await verifyAuditLog(db)).toEqual({ entries: 20, brokenAt: undefined })
  })

  test('refuses to be changed or emptied', async () => {
    await record('test.done')
    await expect(sql`update audit_log set action = 'x'`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
    await expect(sql`truncate audit_log`.execute(db)).rejects.toThrow('append-only')
  })

  test.each([
    ['changed', 'update audit_log set details = \'{"reason": "none", "count": 2}\' where id = 2', 2],
    ['moved in time', "update audit_log set at = at + interval '1 second' where id = 3", 3],
    ['removed', 'delete from audit_log where id = 2', 2],
  ])('shows where an entry was %s', async (_, statement, brokenAt) => {
    for (const action of ['a.a', 'b.b', 'c.c', 'd.d']) await record(action)
    await tamper(statement)
    expect((await verifyAuditLog(db)).brokenAt).toBe(brokenAt)
  })

  test('doesn’t keep an entry for a change that was rolled back', async () => {
    const failed = inTransaction(db, async (db) => {
      await audit(db, entry('test.undone'))
      throw new Error('the change failed')
    })
    await expect(failed).rejects.toThrow('the change failed')
    expect(await verifyAuditLog(db)).toEqual({ entries: 0, brokenAt: undefined })
  })
})
