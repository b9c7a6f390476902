import { randomBytes } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { audit } from '#platform/security/audit-log.ts'
import type { Run } from '#platform/jobs/jobs.ts'
import { newId } from '#platform/database/ids.ts'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { check } from './check.ts'
import { checkFiles } from './nightly.ts'
import { describeReport, isUndamaged } from './report.ts'
import { inTransaction } from '#platform/database/transaction.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  await sql`truncate receipts, drafts, derivatives, readings cascade`.execute(server.deps.db)
  await sql`delete from blobs`.execute(server.deps.db)
  for await (const { sha256 } of server.deps.files.list()) await server.deps.files.remove(sha256)
})

const run: Run = { id: 'run', attempt: 1, isLast: false, signal: new AbortController().signal }

describe('checking stored data', () => {
  test('reads every file and finds them intact', async () => {
    await keep(1000)
    await keep(2000)
    const report = await check(server.deps)
    expect(report).toMatchObject({ files: 2, bytes: 3000, damages: [], unknown: { files: 0, bytes: 0 } })
    expect(isUndamaged(report)).toBe(true)
    expect(describeReport(report)[0]).toMatch(/^2 files \(\d+ KB\) read in .* all match what was received\.$/)
  })

  test('counts one file and one entry in the singular', async () => {
    await keep(1000)
    const report = { ...(await check(server.deps)), auditLog: { entries: 1, brokenAt: undefined } }
    expect(describeReport(report)[0]).toMatch(/^1 file \(/)
    expect(describeReport(report)).toContain('The audit log is intact (1 entry).')
  })

  test('names a missing file and its receipt', async () => {
    const { sha256, use } = await keep(1000)
    await rm(placeOf(sha256))
    const report = await check(server.deps)
    expect(report.damages).toEqual([
      { sha256: sha256.toString('hex'), sizeBytes: 1000, kind: 'missing', isPreview: false, uses: [use] },
    ])
    expect(isUndamaged(report)).toBe(false)
    expect(describeReport(report)).toContain(
      `missing: ${sha256.toString('hex')}: receipt ${use.receiptId} version 1 of user ${use.ownerId}`,
    )
  })

  test('detects a changed, a missing and an extra byte', async () => {
    for (const change of [
      changeOneByte,
      (bytes: Buffer) => bytes.subarray(1),
      (bytes: Buffer) => Buffer.concat([bytes, Buffer.of(0)]),
    ]) {
      const { sha256, bytes } = await keep(1000)
      await writeFile(placeOf(sha256), change(bytes))
    }
    const report = await check(server.deps)
    expect(report.damages.map(({ kind }) => kind)).toEqual(['altered', 'altered', 'altered'])
  })

  test('tells an unreadable store from a damaged file, and continues', async () => {
    await keep(1000)
    await keep(1000)
    const broken = {
      ...server.deps.files,
      open: async () => Promise.reject(Object.assign(new Error(), { code: 'EIO' })),
    }
    const report = await check({ ...server.deps, files: broken })
    expect(report.damages).toMatchObject([
      { kind: 'unreadable', reason: 'EIO' },
      { kind: 'unreadable', reason: 'EIO' },
    ])
  })

  test('reads a file again if the connection to the store breaks', async () => {
    await keep(1000)
    let opened = 0
    const { files } = server.deps
    const cutOff = async (sha256: Buffer) => {
      if (opened++ > 0) return files.open(sha256)
      return new Readable({ read() {} }).destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
    }
    const { damages } = await check({ ...server.deps, files: { ...files, open: cutOff } })
    expect({ damages, opened }).toEqual({ damages: [], opened: 2 })
  })

  test('counts files without a record and leaves them alone', async () => {
    await server.deps.files.receive(Readable.from([randomBytes(500)]), { limitBytes: 1000 })
    const report = await check(server.deps)
    expect(report).toMatchObject({ files: 0, unknown: { files: 1, bytes: 500 } })
    expect(isUndamaged(report)).toBe(true)
    expect(await Array.fromAsync(server.deps.files.list())).toHaveLength(1)
  })

  test('says that a damaged preview can be rendered again', async () => {
    const [original, preview] = [await keep(1000), await keep(10)]
    await sql`delete from receipt_versions where sha256 = ${preview.sha256}`.execute(server.deps.db)
    const pictures = { resultSha256: preview.sha256, thumbnailSha256: preview.sha256 }
    await server.deps.db
      .insertInto('derivatives')
      .values({
        sha256: original.sha256,
        kind: 'preview',
        state: 'done',
        requestedAt: new Date(),
        ...pictures,
      })
      .execute()
    await rm(placeOf(preview.sha256))
    const report = await check(server.deps)
    expect(report.damages).toMatchObject([{ kind: 'missing', isPreview: true, uses: [] }])
    expect(describeReport(report).join('\n')).toContain('a preview, which can be rendered again')
  })

  test('never changes a damaged file', async () => {
    const { sha256 } = await keep(1000)
    await writeFile(placeOf(sha256), 'rotten')
    await check(server.deps)
    expect(await readdir(join(placeOf(sha256), '..'))).toEqual([sha256.toString('hex')])
  })
})

describe('the nightly check', () => {
  test('reads every file once a week', async () => {
    for (let i = 0; i < 40; i++) await keep(100)
    for (let day = 1; day <= 7; day++) await checkOn(new Date(Date.UTC(2026, 2, day, 3, 30)))
    const counts = await latestCounts()
    expect(counts.reduce((sum, files) => sum + files, 0)).toBe(40)
    expect(Math.max(...counts)).toBeLessThan(40)
    expect(server.outbox.sent).toEqual([])
  })

  test('continues where it stopped, so that a product that runs one night a week reads every file too', async () => {
    for (let i = 0; i < 40; i++) await keep(100)
    await checkOn(new Date('2040-01-01'))
    for (let week = 2; week <= 8; week++) await checkOn(new Date(Date.UTC(2026, 2, 7 * week, 3, 30)))
    expect((await latestCounts()).reduce((sum, files) => sum + files, 0)).toBe(40)
  })

  test('mails the support address about a damaged file without naming anyone', async () => {
    const { sha256, use } = await keep(1000)
    await rm(placeOf(sha256))
    const error = vi.spyOn(server.deps.log, 'error').mockReturnValue(undefined)
    for (let day = 1; day <= 7; day++) await checkOn(new Date(Date.UTC(2026, 5, day, 3, 30)))

    const mail = await server.outbox.waitFor(server.deps.config.SUPPORT_EMAIL)
    expect(mail.text).toContain(`missing: ${sha256.toString('hex')}: receipt ${use.receiptId}`)
    expect(mail.text).not.toContain('ann@example.com')
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ damages: [expect.anything()] }),
      'stored data is damaged',
    )
  })
})

test('a check detects a changed audit log', async () => {
  const { db, now } = server.deps
  const entry = { at: now(), actorId: null, action: 'integrity.check', subjectId: null } as const
  await inTransaction(db, (trx) => audit(trx, entry))
  await inTransaction(db, (trx) => audit(trx, entry))
  expect(isUndamaged(await check(server.deps))).toBe(true)
  await tamperWithAuditLog()
  const report = await check(server.deps)
  expect(report.auditLog).toEqual({ entries: 0, brokenAt: 1 })
  expect(isUndamaged(report)).toBe(false)
})

/** A file of random bytes on its own receipt. */
async function keep(sizeBytes: number) {
  const { db, files } = server.deps
  const at = new Date()
  const bytes = randomBytes(sizeBytes)
  const { sha256, crc32 } = await files.receive(Readable.from([bytes]), { limitBytes: 1_000_000 })
  const [owner] = await db.selectFrom('users').select('id').execute()
  const ownerId = owner?.id ?? (await server.addUser('ann@example.com')).id
  const { id: categoryId } = await db.selectFrom('categories').select('id').limit(1).executeTakeFirstOrThrow()
  const use = { ownerId, receiptId: newId(), fileId: newId(), version: 1 }
  await db.insertInto('blobs').values({ sha256, sizeBytes, crc32, createdAt: at, sentAt: at }).execute()
  await db
    .insertInto('receipts')
    .values({
      id: use.receiptId,
      ownerId,
      categoryId,
      titles: 'Shell',
      description: 'Fuel',
      capturedOn: '2026-03-01',
      createdAt: at,
      updatedAt: at,
    })
    .execute()
  await db
    .insertInto('receiptVersions')
    .values({
      ...use,
      position: 0,
      sha256,
      title: 'Shell',
      type: 'image/png',
      sizeBytes,
      preview: 'none',
      createdAt: at,
    })
    .execute()
  return { sha256, bytes, use }
}

function placeOf(sha256: Buffer): string {
  const name = sha256.toString('hex')
  return join(server.deps.config.DATA_DIR, 'files', name.slice(0, 2), name)
}

function changeOneByte(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[500]! ^= 1
  return changed
}

/** How many files each of the latest seven checks read. */
async function latestCounts(): Promise<number[]> {
  const { rows } = await sql<{ files: number }>`
    select (details ->> 'files')::int as files from audit_log where action = 'integrity.check'
    order by id desc limit 7`.execute(server.deps.db)
  return rows.map(({ files }) => files)
}

async function checkOn(night: Date): Promise<void> {
  server.setNow(night)
  await checkFiles.handler(server.deps, {}, run)
}

/** As the database owner could, who can disable the triggers. */
async function tamperWithAuditLog(): Promise<void> {
  await inTransaction(server.deps.db, async (trx) => {
    await sql`alter table audit_log disable trigger user`.execute(trx)
    await sql`update audit_log set action = 'test.other' where id = 1`.execute(trx)
    await sql`alter table audit_log enable trigger user`.execute(trx)
  })
}
