import { api } from '@docketbox/contract'
import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { cleanFiles } from '#features/files'
import { givePassword } from '#testing/auth/password.ts'
import type { Person } from '#testing/harness.ts'
import type { PayingServer } from '#testing/paying.ts'
import { purgeAccounts } from '../purge.ts'

const password = 'kettle magpie tram'
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }

/** Someone on the trial who can close their account. */
export async function addMember(server: PayingServer, email: string): Promise<Person> {
  const person = await server.addUser(email)
  await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
  return givePassword(server.deps, person, password)
}

export async function closeAccount(server: PayingServer, person: Person): Promise<void> {
  const { status } = await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  expect(status).toBe(200)
}

/** Runs the nightly job that deletes closed accounts. */
export function purge(server: PayingServer, deps = server.deps): Promise<void> {
  return purgeAccounts.handler(deps, {}, run)
}

/** Runs the job that deletes files that nothing refers to any more. */
export function cleanUp(server: PayingServer): Promise<void> {
  return cleanFiles.handler(server.deps, {}, run)
}

export function daysLater({ deps }: PayingServer, days: number): Date {
  return new Date(deps.now().getTime() + days * DAY_MS)
}

/** Where a person can still be found: in every table of ours except the rate limits, which expire within a day. */
export async function findTraces({ deps: { db } }: PayingServer, ...marks: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`.execute(db)
  const references: string[] = []
  for (const { name } of tables)
    for (const mark of marks) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} t where t::text ilike ${`%${mark}%`}`.execute(db)
      if (rows[0]!.n > 0) references.push(name)
    }
  return [...new Set(references)]
}
