import { randomUUID } from 'node:crypto'
import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { purgeAccounts } from '#features/account'
import { cleanExpenses } from '#features/expenses-without-receipt'
import { cleanReceipts } from '#features/receipts'
import type { Db } from '#platform/database/database.ts'
import type { Run } from '#platform/jobs/jobs.ts'
import { givePassword } from '#testing/auth/password.ts'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'

const run: Run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const password = 'kettle magpie tram'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEY })
})

beforeEach(() => server.setNow(undefined))

/** Restores what the server has now, which changes further in `meanwhile`. */
async function backUpAndRestore(meanwhile: () => Promise<void>) {
  const location = await temporaryFolder()
  await backUp(server.deps, location)
  await meanwhile()
  return { ...(await restoreElsewhere(location)), at: new Date() }
}

test.each([1, 2])('no number given after a backup is given again, with %i given in all', async (given) => {
  const numbers: number[] = []
  const restored = await backUpAndRestore(async () => {
    numbers.push(...(await nextNumbers(server.deps.db)))
  })
  expect(numbers).toEqual([1000 + given, 1000 + given])
  for (const number of await nextNumbers(restored.db)) expect(number).toBeGreaterThan(11_000)
})

test('an account that was reopened after the backup isn’t deleted before its owner had three days’ notice', async () => {
  server.setNow(server.later(-28))
  const kim = await givePassword(server.deps, await addSubscriber(server, 'kim@example.com'), password)
  await server.call(api.account.close, { body: { password } }, kim)
  server.setNow(undefined)
  await purgeAccounts.handler(server.deps, {}, run)
  await server.outbox.waitFor(kim.email, { subject: 'Your receipts will be deleted' })

  const restored = await backUpAndRestore(async () => {
    const body = { email: kim.email, password, reopen: true }
    expect((await server.call(api.auth.signIn, { body })).status).toBe(200)
  })
  const deps = { ...server.deps, db: restored.db }
  const closed = () => restored.db.selectFrom('users').selectAll().where('id', '=', kim.id).executeTakeFirst()
  const purgeIn = async (days: number) => {
    const now = new Date(restored.at.getTime() + days * DAY_MS)
    await purgeAccounts.handler({ ...deps, now: () => now }, {}, run)
    return now
  }
  // Even if nothing ran for days, it's reminded first.
  const night = await purgeIn(5)
  const { purgeRemindedAt, purgeAt } = (await closed())!
  expect(purgeRemindedAt).toEqual(night)
  expect(+purgeAt!).toBeGreaterThanOrEqual(+night + 3 * DAY_MS)
  await purgeIn(7)
  expect(await closed()).toBeDefined()
  await purgeIn(9)
  expect(await closed()).toBeUndefined()
})

test('what was taken out of the bin after the backup stays in it for fourteen more days', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  const { _id } = await fileReceipt(server, ann)
  const expense = { params: { evidenceId: randomUUID() } }
  const meter = { supplier: 'Parking meter', description: 'Parking at a client', amountCents: 450 }
  const body = { kind: 'smallExpense', paidOn: '2026-03-03', ...meter } as const
  await server.call(api.expenses.save, { ...expense, body }, ann)
  await server.call(api.expenses.remove, expense, ann)
  await server.call(api.receipts.remove, { params: { uploadId: _id } }, ann)
  for (const table of ['receipts', 'evidence_records'])
    await sql`update ${sql.table(table)} set deleted_at = deleted_at - interval '40 days'`.execute(
      server.deps.db,
    )
  const { at, db } = await backUpAndRestore(async () => undefined)
  const inBin = async (days: number) => {
    const deps = { ...server.deps, db, now: () => new Date(at.getTime() + days * DAY_MS) }
    for (const job of [cleanReceipts, cleanExpenses]) await job.handler(deps, {}, run)
    const { rows } = await sql<{ n: number }>`select (select count(*)::int from receipts where id = ${_id})
      + (select count(*)::int from evidence_records) as n`.execute(db)
    return rows[0]!.n
  }
  expect([await inBin(1), await inBin(13), await inBin(15)]).toEqual([2, 2, 0])
})

/** Of tax invoices and adjustment notes. */
async function nextNumbers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ invoice: string; note: string }>`
    select nextval('tax_invoice_numbers') as invoice, nextval('adjustment_note_numbers') as note`.execute(db)
  return rows.flatMap(({ invoice, note }) => [Number(invoice), Number(note)])
}
