import { createHash } from 'node:crypto'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { cleanFiles } from '#features/files'
import { verifyAuditLog } from '#platform/security/audit-log.ts'
import type { Person } from '#testing/harness.ts'
import { givePassword } from '#testing/auth/password.ts'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { docketJpeg, pdf } from '@docketbox/testing/files/samples'
import { purgeAccounts } from './purge.ts'
import { inTransaction } from '#platform/database/transaction.ts'

let server: PayingServer
const password = 'kettle magpie tram'
beforeAll(async () => {
  server = await startPayingServer()
})

const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
const night = (deps = server.deps) => purgeAccounts.handler(deps, {}, run)
const clean = () => cleanFiles.handler(server.deps, {}, run)
const later = (days: number) => new Date(server.deps.now().getTime() + days * 86_400_000)

async function member(email: string): Promise<Person> {
  const person = await server.addUser(email)
  await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
  return givePassword(server.deps, person, password)
}
const close = async (person: Person) => {
  const { status } = await server.call(api.account.close, { body: { password } }, await server.signIn(person))
  expect(status).toBe(200)
}
/** Where a person can still be found: in every table of ours except the rate limits, which expire within a day. */
async function traces(...marks: string[]): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'rate_limits'`.execute(
    server.deps.db,
  )
  const references: string[] = []
  for (const { name } of tables)
    for (const mark of marks) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${sql.table(name)} t where t::text ilike ${`%${mark}%`}`.execute(
        server.deps.db,
      )
      if (rows[0]!.n > 0) references.push(name)
    }
  return [...new Set(references)]
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest()

/** Stored bytes other than these and their previews. */
async function bytesBut(content: Buffer): Promise<string[]> {
  const sha256 = hashOf(content)
  const preview = await server.deps.db
    .selectFrom('derivatives')
    .selectAll()
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  const stays = [sha256, preview.thumbnailSha256, preview.resultSha256].map((hash) => hash?.toString('hex'))
  const stored = await Array.fromAsync(server.deps.files.list(), (file) => file.sha256.toString('hex'))
  return stored.filter((hash) => !stays.includes(hash))
}

/** The database closes the connection in the middle of a transaction, as when its machine fails. */
async function cutOffAt(point: string, run: () => Promise<void>): Promise<void> {
  const { db } = server.deps
  await sql`create or replace function hang_up() returns trigger language plpgsql as
    'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'`.execute(db)
  const table = point.split(' ').at(-1)!
  await sql
    .raw(`create trigger cut_off before ${point} for each statement execute function hang_up()`)
    .execute(db)
  try {
    await run()
  } finally {
    await sql`drop trigger cut_off on ${sql.table(table)}`.execute(db)
  }
}

const isWaiting = sql<{ waiting: boolean }>`select exists (select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock') as waiting`

describe('purging a closed account', () => {
  test('leaves only audit log entries and payments without a name', async () => {
    const ann = await member('ann.purged@example.com')
    const bob = await member('bob.stays@example.com')
    const shared = pdf('both have this one')
    await fileReceipt(server, ann, { file: fileOf(shared) })
    const kept = await fileReceipt(server, bob, { file: fileOf(shared) })
    const photo = await fileReceipt(server, ann, { file: fileOf(await docketJpeg({ seed: 5 }), 'a.jpg') })
    const query = { id: photo._id, file: photo.file[0]!._id }
    expect((await server.call(api.receipts.preview, { query }, ann)).status).toBe(200)
    const picture = await upload(server, ann, fileOf(await docketJpeg({ seed: 6 }), 'me.jpg'))
    await server.call(api.profile.update, { body: { picture } }, ann)
    await upload(server, ann, fileOf(pdf('never filed')))
    await server.subscribe(ann, 'premium')

    await close(ann)
    await server.passTo(later(27))
    await night()
    await server.passTo(later(3))
    await night()
    await server.standIn.webhooksSettled()

    expect(await traces(ann.id, 'ann.purged')).toEqual(['audit_log'])
    expect(await verifyAuditLog(server.deps.db)).toMatchObject({ brokenAt: undefined })
    const [payment] = await server.deps.db.selectFrom('payments').selectAll().execute()
    expect(payment).toMatchObject({ ownerId: null, buyerName: '', buyerEmail: '', amountCents: 1197 })
    expect(payment!.invoiceNumber).not.toBeNull()
    // A preview may still have been rendering: the next night deletes it too.
    const left = async () => {
      await server.passTo(later(2))
      await clean()
      return bytesBut(shared)
    }
    await expect.poll(left).toEqual([])
    const download = { id: kept._id, file: kept.file[0]!._id }
    const response = await server.call(api.receipts.download, { query: download }, await server.signIn(bob))
    expect(response.body.equals(shared)).toBe(true)
    await server.outbox.waitFor('ann.purged@example.com', { subject: 'was deleted' })
  })

  test('continues where it was interrupted, and one failure doesn’t stop the others', async () => {
    const [cut, kim] = [await member('cut@example.com'), await member('kim.purged@example.com')]
    await server.subscribe(cut, 'premium')
    await fileReceipt(server, cut)
    for (const person of [cut, kim]) await close(person)
    await server.passTo(later(28))
    await night()
    server.setNow(later(3))
    const broken = {
      ...server.deps.payments,
      client: () => Promise.reject(new Error('The provider is away.')),
    }
    await expect(night({ ...server.deps, payments: broken })).rejects.toThrow('could not be deleted yet')
    expect(await traces(kim.id)).toEqual(['audit_log'])
    expect(await traces(cut.id)).toContain('receipts')
    await night()
    expect(await traces(cut.id, 'cut@example.com')).toEqual(['audit_log'])
  })

  test('that loses the database at any point deletes no one in part and finishes the next night', async () => {
    const [gus, ivy] = [await member('gus.purged@example.com'), await member('ivy.stays@example.com')]
    const [shared, onlyHis] = [pdf('gus and ivy have this one'), pdf('only gus has this one')]
    await fileReceipt(server, gus, { file: fileOf(shared) })
    await fileReceipt(server, gus, { file: fileOf(onlyHis) })
    const kept = await fileReceipt(server, ivy, { file: fileOf(shared) })
    await server.subscribe(gus, 'premium')
    await close(gus)
    await server.passTo(later(28))
    await night()
    await server.passTo(later(3))
    for (const point of ['update on payments', 'delete on users', 'insert on audit_log']) {
      await cutOffAt(point, () => expect(night()).rejects.toThrow('could not be deleted yet'))
      expect(await traces('gus.purged')).toEqual(expect.arrayContaining(['payments', 'users']))
    }
    // The nightly job requests a cleanup, which is cut off too, like this test's own.
    await cutOffAt('delete on blobs', async () => {
      await night()
      await server.standIn.webhooksSettled()
      await expect(clean()).rejects.toThrow('terminat')
    })
    expect(await traces(gus.id, 'gus.purged')).toEqual(['audit_log'])
    await clean()
    expect(await server.deps.files.has(hashOf(onlyHis))).toBe(false)
    const rows = await server.deps.db.selectFrom('blobs').select('sha256').execute()
    const stored = await Promise.all(rows.map(({ sha256 }) => server.deps.files.has(sha256)))
    expect(stored).not.toContain(false)
    const download = { id: kept._id, file: kept.file[0]!._id }
    const response = await server.call(api.receipts.download, { query: download }, await server.signIn(ivy))
    expect(response.body.equals(shared)).toBe(true)
  })

  test('leaves the figures of past months as they were, without the person', async () => {
    const admin = await server.addUser('figures-desk@example.com', { role: 'Admin' })
    const months = async () =>
      (await server.call(api.subscriptions.figures, {}, await server.signIn(admin))).body.months
    const rows = async (set: 'lost' | 'trialsConverted', month: string) => {
      const query = { set, month, limit: 100 }
      return (await server.call(api.subscriptions.counted, { query }, await server.signIn(admin))).body.docs
    }
    const fay = await member('fay.purged@example.com')
    await server.passTo(later(1))
    const first = await server.subscribe(fay, 'pro')
    await server.passTo(later(40))
    await server.stripe.subscriptions.cancel(first.subscription as string)
    await server.standIn.webhooksSettled()
    const { customer, subscription } = await server.subscribe(fay, 'premium')
    await server.passTo(later(5))
    await close(fay)
    await server.passTo(later(28))
    await night()
    await server.passTo(later(3))
    const before = await months()
    await night()
    await server.standIn.webhooksSettled()

    // What they had until now ends with the account.
    const [current, ...past] = before
    expect(await months()).toEqual([{ ...current!, lost: current!.lost + 1 }, ...past])
    const ended = past.find(({ lost }) => lost > 0)!
    expect(await rows('lost', ended.month)).toHaveLength(ended.lost)
    const converted = past.find(({ trialsConverted }) => trialsConverted > 0)!
    const trials = await rows('trialsConverted', converted.month)
    expect(trials).toHaveLength(converted.trialsConverted)
    expect(trials.map(({ user, planName }) => ({ user, planName }))).toContainEqual({
      user: null,
      planName: 'Trial',
    })
    expect(await traces(fay.id, 'fay.purged')).toEqual(['audit_log'])
    const atStripe = [customer, subscription, first.subscription] as string[]
    expect(await traces(...atStripe)).not.toContain('subscriptions')
  })

  test('waits for an event about the same user without deadlocking', async () => {
    const eve = await member('eve.purged@example.com')
    await server.subscribe(eve, 'premium')
    await close(eve)
    await server.passTo(later(28))
    await night()
    await server.passTo(later(3))
    const { db } = server.deps
    const purging = await inTransaction(db, async (event) => {
      await event
        .updateTable('providerSubscriptions')
        .set({ seenAt: later(0) })
        .where('ownerId', '=', eve.id)
        .execute()
      const purging = night()
      await expect.poll(async () => (await isWaiting.execute(db)).rows[0]!.waiting).toBe(true)
      await event
        .updateTable('payments')
        .set({ updatedAt: later(0) })
        .where('ownerId', '=', eve.id)
        .execute()
      await event
        .updateTable('subscriptions')
        .set({ updatedAt: later(0) })
        .where('ownerId', '=', eve.id)
        .execute()
      return { done: purging }
    })
    await purging.done
    expect(await traces(eve.id)).toEqual(['audit_log'])
  })
})

test('closing cancels a plan’s renewal, and purging ends it at Stripe immediately', async () => {
  const pat = await member('pat@example.com')
  const { subscription } = await server.subscribe(pat, 'premium')
  const standing = () => server.stripe.subscriptions.retrieve(subscription as string)
  await close(pat)
  await expect.poll(async () => (await standing()).cancel_at_period_end).toBe(true)
  expect((await standing()).status).toBe('active')
  await server.passTo(later(28))
  await night()
  await server.passTo(later(3))
  await night()
  expect((await standing()).status).toBe('canceled')
  await server.standIn.webhooksSettled()
  expect(await traces(pat.id)).toEqual(['audit_log'])
})
