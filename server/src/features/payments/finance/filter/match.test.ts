import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/database/transaction.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { matchesOf } from '../list.ts'
import { isMatch } from './match.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})

test.each(['1002', 'DB-1002', 'AN-1002', 'ann@example', 'pi_1', '01a1f98c-b7c0-73be-90be-d80dc65f7535'])(
  'payments are found by %s without reading all of them',
  async (find) => {
    const plan = await inTransaction(server.deps.db, async (db) => {
      // An empty table would be read whole.
      await sql`set local enable_seqscan = off`.execute(db)
      const matches = matchesOf({ find })
      const { rows } = await sql`
        explain select id from payments where ${sql.join(matches.map(isMatch), sql` and `)}`.execute(db)
      return JSON.stringify(rows)
    })
    expect(plan).toContain('Scan')
    expect(plan).not.toContain('Seq Scan on payments')
  },
)
