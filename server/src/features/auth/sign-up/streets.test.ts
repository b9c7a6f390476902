import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate } from '#platform/database/migrations.ts'
import { databaseAt } from '#testing/database/database-at.ts'
import { newcomer } from '#testing/auth/newcomer.ts'
import { startTestServer } from '#testing/harness.ts'

test('the state someone signed up with doesn’t become their street once they move', async () => {
  const server = await startTestServer()
  const { email, ...details } = newcomer('moved@example.com')
  const { body } = await server.call(api.auth.signUp, { body: { ...details, email } })
  const id = body.user._id
  await server.deps.db
    .updateTable('users')
    .set({ emailVerifiedAt: new Date() })
    .where('id', '=', id)
    .execute()
  const person = await server.signIn({ id, email, role: 'User', token: '' })
  const address = { state: 'New South Wales' as const }
  const { user } = (await server.call(api.profile.update, { body: { address } }, person)).body
  expect(user.address).toEqual({ street: '', city: '', zipCode: '', country: 'Australia', ...address })
})

test('nor does it for anyone who signed up before the upgrade; streets they typed stay', async () => {
  const db = await databaseAt('0103_search_by_buyer')
  await sql
    .raw(
      `insert into users (id, role, first_name, last_name, email, username, street, state, created_at, updated_at)
       select gen_random_uuid(), 'User', 'Ann', 'Lee', n || '@example.com', n, street, 'Victoria', now(), now()
       from (values ('a', 'Victoria'), ('b', '1 Gum Street')) t (n, street)`,
    )
    .execute(db)
  await migrate(db)
  const streets = await db.selectFrom('users').select('street').orderBy('username').execute()
  expect(streets.map(({ street }) => street)).toEqual(['', '1 Gum Street'])
})
