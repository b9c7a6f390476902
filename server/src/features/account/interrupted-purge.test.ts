import { createHash } from 'node:crypto'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type PayingServer, startPayingServer } from '#testing/paying.ts'
import { fileOf, fileReceipt } from '#testing/receipts.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { inTransaction } from '#platform/database/transaction.ts'
import { addMember, cleanUp, closeAccount, daysLater, findTraces, purge } from './testing/closed-accounts.ts'

let server: PayingServer
beforeAll(async () => {
  server = await startPayingServer()
})

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest()

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

describe('a purge', () => {
  test('continues where it was interrupted, and one failure doesn’t stop the others', async () => {
    const [cut, kim] = [
      await addMember(server, 'cut@example.com'),
      await addMember(server, 'kim.purged@example.com'),
    ]
    await server.subscribe(cut, 'premium')
    await fileReceipt(server, cut)
    for (const person of [cut, kim]) await closeAccount(server, person)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    server.setNow(daysLater(server, 4))
    const broken = {
      ...server.deps.payments,
      client: () => Promise.reject(new Error('The provider is away.')),
    }
    await expect(purge(server, { ...server.deps, payments: broken })).rejects.toThrow(
      'could not be deleted yet',
    )
    expect(await findTraces(server, kim.id)).toEqual(['audit_log'])
    expect(await findTraces(server, cut.id)).toContain('receipts')
    await purge(server)
    expect(await findTraces(server, cut.id, 'cut@example.com')).toEqual(['audit_log'])
  })

  test('that loses the database at any point deletes no one in part and finishes the next night', async () => {
    const [gus, ivy] = [
      await addMember(server, 'gus.purged@example.com'),
      await addMember(server, 'ivy.stays@example.com'),
    ]
    const [shared, onlyHis] = [pdf('gus and ivy have this one'), pdf('only gus has this one')]
    await fileReceipt(server, gus, { file: fileOf(shared) })
    await fileReceipt(server, gus, { file: fileOf(onlyHis) })
    const kept = await fileReceipt(server, ivy, { file: fileOf(shared) })
    await server.subscribe(gus, 'premium')
    await closeAccount(server, gus)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    await server.passTo(daysLater(server, 4))
    for (const point of ['update on payments', 'delete on users', 'insert on audit_log']) {
      await cutOffAt(point, () => expect(purge(server)).rejects.toThrow('could not be deleted yet'))
      expect(await findTraces(server, 'gus.purged')).toEqual(expect.arrayContaining(['payments', 'users']))
    }
    // The nightly job requests a cleanup, which is cut off too, like this test's own.
    await cutOffAt('delete on blobs', async () => {
      await purge(server)
      await server.standIn.webhooksSettled()
      await expect(cleanUp(server)).rejects.toThrow('terminat')
    })
    expect(await findTraces(server, gus.id, 'gus.purged')).toEqual(['audit_log'])
    await cleanUp(server)
    expect(await server.deps.files.has(hashOf(onlyHis))).toBe(false)
    const rows = await server.deps.db.selectFrom('blobs').select('sha256').execute()
    const stored = await Promise.all(rows.map(({ sha256 }) => server.deps.files.has(sha256)))
    expect(stored).not.toContain(false)
    const download = { id: kept._id, file: kept.file[0]!._id }
    const response = await server.call(api.receipts.download, { query: download }, await server.signIn(ivy))
    expect(response.body.equals(shared)).toBe(true)
  })

  test('deletes nothing of an account that is suspended while Stripe is asked', async () => {
    const admin = await server.addUser('purge-desk@example.com', { role: 'Admin' })
    const sam = await addMember(server, 'sam.suspended@example.com')
    const receipt = await fileReceipt(server, sam)
    await server.subscribe(sam, 'premium')
    await closeAccount(server, sam)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    await server.passTo(daysLater(server, 4))
    const setStatus = async (isSuspended: boolean) => {
      const input = { params: { userId: sam.id }, body: { isSuspended } }
      const { status } = await server.call(api.admin.setStatus, input, await server.signIn(admin))
      expect(status).toBe(200)
    }
    const client = async () => {
      await setStatus(true)
      return server.deps.payments.client()
    }
    await purge(server, { ...server.deps, payments: { ...server.deps.payments, client } })
    const { text } = await server.outbox.waitFor(sam.email, { subject: 'suspended' })
    expect(text).toContain('won’t delete them while it’s suspended')
    await purge(server)
    await setStatus(false)
    const signedIn = await server.call(api.auth.signIn, {
      body: { email: sam.email, password: 'kettle magpie tram', reopen: true },
    })
    const again = { ...sam, token: signedIn.body.token }
    const params = { uploadId: receipt._id }
    expect(await server.call(api.receipts.details, { params }, again)).toMatchObject({ status: 200 })
  })

  test('waits for an event about the same user without deadlocking', async () => {
    const eve = await addMember(server, 'eve.purged@example.com')
    await server.subscribe(eve, 'premium')
    await closeAccount(server, eve)
    await server.passTo(daysLater(server, 28))
    await purge(server)
    await server.passTo(daysLater(server, 4))
    const { db } = server.deps
    const purging = await inTransaction(db, async (event) => {
      await event
        .updateTable('providerSubscriptions')
        .set({ seenAt: daysLater(server, 0) })
        .where('ownerId', '=', eve.id)
        .execute()
      const purging = purge(server)
      await expect.poll(async () => (await isWaiting.execute(db)).rows[0]!.waiting).toBe(true)
      await event
        .updateTable('payments')
        .set({ updatedAt: daysLater(server, 0) })
        .where('ownerId', '=', eve.id)
        .execute()
      await event
        .updateTable('subscriptions')
        .set({ updatedAt: daysLater(server, 0) })
        .where('ownerId', '=', eve.id)
        .execute()
      return { done: purging }
    })
    await purging.done
    expect(await findTraces(server, eve.id)).toEqual(['audit_log'])
  })
})
