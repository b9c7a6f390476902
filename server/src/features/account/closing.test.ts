import { DAY_MS } from '@docketbox/contract/core/units'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/database/database.ts'
import { migrate } from '#platform/database/migrations.ts'
import { duringChange } from '#testing/database/locks.ts'
import { createDatabase } from '#testing/database/create-database.ts'
import { elsewhere, type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { givePassword } from '#testing/auth/password.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { addGuest, enter, linkToken, sharesOf } from '#testing/rooms.ts'
import { findUser } from '#features/auth'
import { purgeAccounts } from './purge.ts'

let server: TestServer
const start = new Date('2026-03-01T00:00:00Z')
const password = 'kettle magpie tram'
beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'true' })
})
beforeEach(() => server.setNow(start))

const after = (days: number) => server.setNow(new Date(start.getTime() + days * DAY_MS))
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const night = () => purgeAccounts.handler(server.deps, {}, run)
const close = (person: Person, body: object = { password }) =>
  server.call(api.account.close, { body }, person)
const signIn = (email: string, more: { reopen?: boolean; password?: string } = {}) =>
  server.call(api.auth.signIn, { body: { email, password, ...more } }, undefined, elsewhere())
const isThere = async ({ id }: Person) =>
  (await server.deps.db.selectFrom('users').select('id').where('id', '=', id).execute()).length === 1

async function member(email: string): Promise<Person> {
  const person = await addSubscriber(server, email)
  await givePassword(server.deps, person, password)
  return person
}

describe('closing the account', () => {
  test('asks for the password, logs out every device and says until when it can be reopened', async () => {
    const ann = await member('ann@example.com')
    const phone = await server.signIn(ann)
    for (const body of [{}, { password: 'wrong wombat' }])
      expect(await close(ann, body)).toMatchObject({
        status: 400,
        body: { fields: { password: expect.any(String) } },
      })
    expect((await close(ann)).body).toEqual({
      message: 'Your account is closed. Log in within 30 days to reopen it.',
      // The end of 31 March in Sydney.
      purgeAt: '2026-03-31T13:00:00.000Z',
    })
    for (const device of [ann, phone])
      expect((await server.call(api.auth.loggedUser, {}, device)).status).toBe(401)
    const mail = await server.outbox.waitFor('ann@example.com', { subject: 'is closed' })
    expect(mail.text).toContain('31 Mar 2026')
  })

  test('can be undone by logging in within 30 days, and a wrong password reveals nothing', async () => {
    const bob = await member('bob@example.com')
    await fileReceipt(server, bob)
    await close(bob)
    after(29)
    expect(await signIn('bob@example.com', { password: 'wrong wombat', reopen: true })).toMatchObject({
      status: 401,
    })
    expect(await signIn('bob@example.com')).toMatchObject({
      status: 403,
      body: { code: 'auth.closed', message: 'Your account is closed. You can reopen it until 31 Mar 2026.' },
    })
    const { status, body } = await signIn('bob@example.com', { reopen: true })
    expect(status).toBe(200)
    const list = await server.call(api.receipts.list, { query: {} }, { ...bob, token: body.token })
    expect(list.body.totalDocs).toBe(1)
    await server.outbox.waitFor('bob@example.com', { subject: 'reopened' })
    after(60)
    await night()
    expect(await isThere(bob)).toBe(true)
  })

  test('can be undone until the end of the last day, and no longer, even before the nightly deletion', async () => {
    const kim = await member('kim@example.com')
    await close(kim)
    server.setNow(new Date('2026-03-31T12:59:00Z'))
    expect(await signIn('kim@example.com')).toMatchObject({ status: 403, body: { code: 'auth.closed' } })
    server.setNow(new Date('2026-03-31T13:00:00Z'))
    expect(await signIn('kim@example.com', { reopen: true })).toMatchObject({
      status: 401,
      body: { code: 'auth.unknownEmail' },
    })
  })

  test('ends the sessions and links of guests, even if it’s undone, but not the shares', async () => {
    const sal = await member('sal@example.com')
    const { room, guest } = await addGuest(server, sal)
    await server.call(api.rooms.sendLink, { params: { roomId: room._id } }, sal)
    const unopened = await linkToken(server, 'tax@example.com', 1)
    await close(sal)
    const { body } = await signIn('sal@example.com', { reopen: true })
    expect((await server.call(api.rooms.current, {}, guest)).status).toBe(401)
    expect((await enter(server, unopened)).body).toMatchObject({ code: 'rooms.badLink' })
    expect(await sharesOf(server, { ...sal, token: body.token })).toMatchObject([{ status: 'active' }])
    const mail = await server.outbox.waitFor('sal@example.com', { subject: 'reopened' })
    expect(mail.text).toContain('You can send new ones.')
  })

  test('needs a recent login from a user without a password', async () => {
    const gil = await addSubscriber(server, 'gil@example.com')
    server.setNow(new Date(start.getTime() + 16 * 60_000))
    expect(await close(gil, {})).toMatchObject({
      status: 403,
      body: { code: 'profile.freshLogInNeeded' },
    })
    expect((await close(await server.signIn(gil), {})).status).toBe(200)
  })

  test('is refused if the account is suspended meanwhile', async () => {
    const eve = await member('eve@example.com')
    const chief = await server.addUser('boss@example.com', { role: 'Super Admin' })
    const suspend = () =>
      server.call(api.admin.setStatus, { params: { userId: eve.id }, body: { isSuspended: true } }, chief)
    expect((await duringChange(server.deps, suspend, () => close(eve))).status).toBe(401)
    expect(await findUser(server.deps.db, eve.id)).toMatchObject({
      suspendedAt: expect.any(Date),
      closedAt: null,
      purgeAt: null,
    })
  })

  test('happens once, even if it’s asked for twice', async () => {
    const dot = await member('dot@example.com')
    const answers = await Promise.all([close(dot), close(dot)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('is not for administrators', async () => {
    const chief = await server.addUser('chief@example.com', { role: 'Super Admin' })
    expect(await close(chief)).toMatchObject({ status: 403, body: { code: 'account.administratorStays' } })
  })
})

describe('the reminder', () => {
  test('is mailed once, three days before at the latest', async () => {
    const lou = await member('lou@example.com')
    await close(lou)
    for (const days of [26, 27, 28]) {
      after(days)
      await night()
    }
    const mail = await server.outbox.waitFor('lou@example.com', { subject: 'deleted after 31 Mar 2026' })
    expect(mail.text).toContain('Until 31 Mar 2026 you can log in and reopen it.')
    const { purgeRemindedAt } = await server.deps.db
      .selectFrom('users')
      .select('purgeRemindedAt')
      .where('id', '=', lou.id)
      .executeTakeFirstOrThrow()
    expect(purgeRemindedAt).toEqual(new Date('2026-03-28T00:00:00Z'))
  })

  test('and the deletion wait while the account is suspended, and its owner then has 30 days to reopen it', async () => {
    const ida = await member('ida@example.com')
    await close(ida)
    const setSuspended = async (isSuspended: boolean) => {
      const chief = await server.addUser(`${isSuspended}@example.com`, { role: 'Super Admin' })
      await server.call(api.admin.setStatus, { params: { userId: ida.id }, body: { isSuspended } }, chief)
    }
    await setSuspended(true)
    const suspension = await server.outbox.waitFor(ida.email, { subject: 'is suspended' })
    expect(suspension.text).toContain('won’t delete them while it’s suspended')
    for (const days of [27, 31, 60]) {
      after(days)
      await night()
    }
    expect(await isThere(ida)).toBe(true)
    const subjects = server.outbox.sent.filter(({ to }) => to === ida.email).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.includes('deleted'))).toEqual([])

    await setSuspended(false)
    const end = await server.outbox.waitFor(ida.email, { subject: 'no longer suspended' })
    expect(end.text).toContain('Until 30 May 2026 you can log in and reopen it.')
    await night()
    expect(await isThere(ida)).toBe(true)
    for (const days of [88, 92]) {
      after(days)
      await night()
    }
    await server.outbox.waitFor(ida.email, { subject: 'deleted after 31 May 2026' })
    expect(await isThere(ida)).toBe(false)
  })

  test('also has administrators told of credit that hasn’t been refunded since the closing', async () => {
    const kit = await member('kit@example.com')
    await close(kit)
    const reports = async () => {
      const { rows } = await sql`
        select id from pgboss.job where name = 'payments.reportCredit' and data ->> 'owner' = ${kit.id}
      `.execute(server.deps.db)
      return rows.length
    }
    await expect.poll(reports).toBe(1)
    after(27)
    await night()
    expect(await reports()).toBe(2)
  })

  test('that runs late extends the deadline, so that users still get full notice', async () => {
    const pat = await member('pat@example.com')
    await close(pat)
    after(40)
    await night()
    const mail = await server.outbox.waitFor('pat@example.com', { subject: 'will be deleted' })
    expect(mail.text).toContain('Until 13 Apr 2026 you can log in and reopen it.')
    server.setNow(new Date('2026-04-13T23:50:00+10:00'))
    await night()
    expect(await isThere(pat)).toBe(true)
    expect((await signIn('pat@example.com', { reopen: true })).status).toBe(200)
  })
})

test('accounts closed under the earlier rule can be reopened until the end of the day we named, too', async () => {
  const { url, drop } = await createDatabase()
  onTestFinished(drop)
  const { db, close: end } = openDatabase(url, { maxConnections: 1, onLost: () => undefined })
  onTestFinished(end)
  await migrate(db, '0091_encryption_key')
  await sql
    .raw(
      `insert into users (id, role, username, email, first_name, last_name, created_at, updated_at, closed_at, purge_at)
       select gen_random_uuid(), 'User', n, n || '@example.com', 'Ann', 'Lee', now(), now(), purge_at - interval '30 days', purge_at
       from (values ('a', '2026-03-31T00:00:00Z'::timestamptz), ('b', '2026-03-31T13:00:00Z'), ('c', null)) t (n, purge_at)`,
    )
    .execute(db)
  await migrate(db)
  const ends = await db.selectFrom('users').select('purgeAt').orderBy('username').execute()
  const endOfDay = new Date('2026-03-31T13:00:00Z')
  expect(ends.map(({ purgeAt }) => purgeAt)).toEqual([endOfDay, endOfDay, null])
})
