import { DAY_MS, GB_BYTES } from '@docketbox/contract/core/units'
import { createHash } from 'node:crypto'
import { api, commonRefusals, receiptRefusals } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { warnOfFullStorage } from '#features/subscriptions'
import { watchDisk } from '#platform/storage/low-disk.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt, upload } from '#testing/receipts.ts'
import { cleanReceipts } from '../jobs.ts'

/** The storage of the trial, in bytes; other plans have more. */
const LIMIT = 4_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ STORAGE_GB_TRIAL: String(LIMIT / GB_BYTES), UPLOADS_PER_DAY: '50' })
})
afterEach(() => server.setNow(undefined))

const { uploadFile, uploadPicture, remove, unfile, editFile } = api.receipts
const run = { id: '1', attempt: 1, isLast: true, signal: new AbortController().signal }
/** A PDF of an exact size. */
const sized = (name: string, bytes: number) => {
  const start = pdf(name)
  return fileOf(Buffer.concat([start, Buffer.alloc(bytes - start.length, '%')]), `${name}.pdf`)
}
const send = (file: File, person: Person, headers = {}) =>
  server.call(uploadFile, { body: file, query: {} }, person, headers)
const usedBy = async (person: Person) =>
  (await server.call(api.subscriptions.storage, {}, person)).body.usedBytes
const isStored = async (file: File) =>
  server.deps.files.has(
    createHash('sha256')
      .update(await file.bytes())
      .digest(),
  )
const countStored = async (files: File[]) => (await Promise.all(files.map(isStored))).filter(Boolean).length
const clean = async (days: number) => {
  server.setNow(new Date(Date.now() + days * DAY_MS))
  await cleanReceipts.handler(server.deps, {}, run)
  server.setNow(undefined)
}

describe('the storage of a plan', () => {
  test('is refused once storage is full, even for parallel uploads, and no one else is affected', async () => {
    const ann = await addSubscriber(server, 'ann@example.com')
    const files = [1, 2, 3, 4, 5, 6].map((n) => sized(`flood ${n}`, 1_000))
    const responses = await Promise.all(files.map((file) => send(file, ann)))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, 201, 201, 201, 409, 409])
    const refused = responses.find(({ status }) => status === 409)!
    expect(refused.body).toMatchObject({
      code: receiptRefusals.storageUsedUp.code,
      message: expect.stringContaining('or choose a larger plan.'),
    })
    expect(await usedBy(ann)).toBe(LIMIT)
    expect(await countStored(files)).toBe(4)
    expect((await send(sized('one more', 1_000), ann)).status).toBe(409)
    const bob = await addSubscriber(server, 'bob@example.com')
    expect((await send(sized('bob', 1_000), bob)).status).toBe(201)
    const limits = await server.call(api.subscriptions.storage, {}, bob)
    expect(limits.body).toEqual({ usedBytes: 1_000, limitBytes: LIMIT, hasLargerPlan: true })
  })

  test('counts each file once, until the last use of it is deleted for good', async () => {
    const cat = await addSubscriber(server, 'cat@example.com')
    const file = sized('cat', 900)
    const receipt = await fileReceipt(server, cat, { file })
    expect(await usedBy(cat)).toBe(900)
    const again = await upload(server, cat, file)
    expect(await usedBy(cat)).toBe(900)
    // Replacing a file keeps the earlier version.
    const uri = await upload(server, cat, sized('newer', 700))
    const params = { uploadId: receipt._id, fileId: receipt.file[0]!._id }
    await server.call(editFile, { params, body: { uri } }, cat)
    expect(await usedBy(cat)).toBe(1_600)
    const draftId = again.replace('draft:', '')
    await server.call(api.receipts.discardDraft, { params: { draftId } }, cat)
    await server.call(remove, { params: { uploadId: receipt._id } }, cat)
    await clean(8)
    expect(await usedBy(cat)).toBe(1_600)
    await clean(31)
    expect(await usedBy(cat)).toBe(0)
  })

  test.each(['one by one', 'by emptying the bin'])(
    'is freed the night after receipts are deleted %s',
    async (how) => {
      const ida = await addSubscriber(server, `${how.replaceAll(' ', '-')}@example.com`)
      const { _id: uploadId } = await fileReceipt(server, ida, { file: sized(how, 900) })
      await server.call(remove, { params: { uploadId } }, ida)
      const isConfirmed = true
      if (how === 'one by one')
        await server.call(
          api.receipts.deletePermanently,
          { params: { uploadId }, body: { isConfirmed } },
          ida,
        )
      else {
        const until = new Date().toISOString()
        await server.call(api.receipts.emptyBin, { body: { until, isConfirmed } }, ida)
      }
      await clean(1)
      expect(await usedBy(ida)).toBe(0)
    },
  )

  test('stays the same when filing is undone, and goes with the account', async () => {
    const dan = await addSubscriber(server, 'dan@example.com')
    const { _id } = await fileReceipt(server, dan, { file: sized('dan', 800) })
    await server.call(unfile, { body: { receipts: [_id] } }, dan)
    expect(await usedBy(dan)).toBe(800)
    const { db } = server.deps
    await db.deleteFrom('users').where('id', '=', dan.id).execute()
    const rows = await sql`select from owner_files where owner_id = ${dan.id}`.execute(db)
    expect(rows.rows).toEqual([])
  })

  test('matches the stored files after all of this', async () => {
    const { rows } = await sql`
      select owner_id from (
        select owner_id, sum(size_bytes) as bytes from (
          select owner_id, sha256, size_bytes from drafts
          union select owner_id, sha256, size_bytes from draft_originals
          union select owner_id, sha256, size_bytes from receipt_versions
        ) files group by owner_id
      ) stored full join owner_storage using (owner_id)
      where coalesce(stored.bytes, 0) <> coalesce(owner_storage.bytes, 0)`.execute(server.deps.db)
    expect(rows).toEqual([])
  })
})

test('a constant idempotency key stores one file, whatever is sent with it', async () => {
  const eve = await addSubscriber(server, 'eve@example.com')
  const files = [0, 1, 2].map((n) => sized(`eve ${n}`, 600))
  const key = { 'idempotency-key': 'constant-key-1' }
  const race = await Promise.all(files.map((file) => send(file, eve, key)))
  const later = []
  // Their contents would be refused, but the key is checked before the body.
  for (let time = 0; time < 3; time++) later.push(await send(fileOf('not a file we take'), eve, key))
  expect([...race, ...later].map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
  expect(new Set([...race, ...later].map(({ body }) => body.uri)).size).toBe(1)
  expect(await countStored(files)).toBe(1)
})

test('an owner gets one email when their storage is nearly full, and another only after there was room again', async () => {
  const gus = await addSubscriber(server, 'gus@example.com')
  const warn = () => warnOfFullStorage.handler(server.deps, {}, run)
  const warnings = () =>
    server.outbox.sent.filter(({ to, subject }) => to === gus.email && /storage/.test(subject))
  await upload(server, gus, sized('gus', 3_000))
  await warn()
  await upload(server, gus, sized('more', 600))
  await Promise.all([warn(), warn()])
  await expect.poll(warnings).toMatchObject([{ subject: 'Your storage is nearly full' }])
  const setBytes = (bytes: number) =>
    server.deps.db.updateTable('ownerStorage').set({ bytes }).where('ownerId', '=', gus.id).execute()
  await setBytes(100)
  await warn()
  await setBytes(LIMIT)
  await warn()
  await expect.poll(warnings).toMatchObject([{}, { subject: 'Your storage is full' }])
})

test('where no plan includes more storage, none is offered', async () => {
  const STORAGE = String(LIMIT / GB_BYTES)
  const limits = { STORAGE_GB_TRIAL: STORAGE, STORAGE_GB_PRO: STORAGE, STORAGE_GB_PREMIUM: STORAGE }
  const even = await startTestServer(limits)
  const hal = await addSubscriber(even, 'hal@example.com')
  await upload(even, hal, sized('hal', LIMIT))
  expect((await even.call(api.subscriptions.storage, {}, hal)).body).toMatchObject({ hasLargerPlan: false })
  const { body } = await even.call(uploadFile, { body: sized('more', 600), query: {} }, hal)
  expect(body).toMatchObject({ message: expect.stringContaining('or contact us if you need more storage.') })
  await warnOfFullStorage.handler(even.deps, {}, run)
  const mail = () => even.outbox.sent.find(({ subject }) => subject === 'Your storage is full')
  await expect.poll(() => mail()?.text).toContain('If you need more storage, email')
  expect(mail()!.text).not.toContain('larger plan')
})

describe('while the disk is low', () => {
  test('uploads are refused, everything else works, and the operator gets one email', async () => {
    const low = await startTestServer({ DISK_RESERVE_MB: '1000000000' })
    const fay = await addSubscriber(low, 'fay@example.com')
    for (const endpoint of [uploadFile, uploadPicture]) {
      const refused = await low.call(endpoint, { body: sized('fay', 600) }, fay)
      expect(refused).toMatchObject({ status: 507, body: { code: commonRefusals.uploadsPaused.code } })
    }
    expect((await low.call(api.receipts.list, { query: {} }, fay)).status).toBe(200)
    const ready = await fetch(`${low.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', warnings: ['disk'] }])
    await watchDisk.handler(low.deps, {}, run)
    const warnings = () => low.outbox.sent.filter(({ subject }) => subject.includes('disk'))
    await expect.poll(warnings).toHaveLength(1)
    expect(warnings()[0]).toMatchObject({ to: low.deps.config.SUPPORT_EMAIL })
  })
})
