import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/database/database.ts'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEY })
})

/** Restores what the server has now, which changes further in `meanwhile`. */
async function backUpAndRestore(meanwhile: () => Promise<void>) {
  const location = await temporaryFolder()
  await backUp(server.deps, location)
  await meanwhile()
  return restoreElsewhere(location)
}

test.each([1, 2])('no number given after a backup is given again, with %i given in all', async (given) => {
  const numbers: number[] = []
  const restored = await backUpAndRestore(async () => {
    numbers.push(...(await nextNumbers(server.deps.db)))
  })
  expect(numbers).toEqual([1000 + given, 1000 + given])
  for (const number of await nextNumbers(restored.db)) expect(number).toBeGreaterThan(11_000)
})

/** Of tax invoices and adjustment notes. */
async function nextNumbers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ invoice: string; note: string }>`
    select nextval('tax_invoice_numbers') as invoice, nextval('adjustment_note_numbers') as note`.execute(db)
  return rows.flatMap(({ invoice, note }) => [Number(invoice), Number(note)])
}
