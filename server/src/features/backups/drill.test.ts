import { createHash } from 'node:crypto'
import { startS3 } from '@docketbox/local/s3'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { docxOf } from '@docketbox/testing/files/samples'
import { check, cleanFiles, isUndamaged } from '#features/files'
import type { Db } from '#platform/database/database.ts'
import { BACKUP_KEY, backUp, restoreElsewhere, temporaryFolder } from '#testing/backups.ts'
import { afterTheFile } from '#testing/clean-up.ts'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt } from '#testing/receipts.ts'

const WRITERS = 3

type Acknowledged = { id: string; bytes: Buffer }

let server: TestServer
let ann: Person
beforeAll(async () => {
  server = await startTestServer({ BACKUP_KEY })
  ann = await addSubscriber(server, 'ann@example.com')
})

let written = 0
async function write(person: Person): Promise<Acknowledged> {
  // No preview of it is made later.
  const bytes = docxOf([`Docket ${written++}`, 'x'.repeat(written * 100)])
  const { _id } = await fileReceipt(server, person, {
    file: fileOf(bytes, 'docket.docx'),
    description: `Fuel ${written}\t\\N`,
  })
  return { id: _id, bytes }
}

describe('the restore drill', () => {
  test(
    'a backup made under writes has every receipt and byte acknowledged before it began',
    { timeout: 120_000 },
    async () => {
      const location = await temporaryFolder()
      const acknowledged: Acknowledged[] = []
      let isOver = false
      const writers = Array.from({ length: WRITERS }, async () => {
        while (!isOver) acknowledged.push(await write(ann))
      })
      await expect.poll(() => acknowledged.length).toBeGreaterThan(2 * WRITERS)
      const expected = [...acknowledged]
      await backUp(server.deps, location)
      isOver = true
      await Promise.all(writers)
      expect(acknowledged.length).toBeGreaterThan(expected.length)

      const { code, db, files, output } = await restoreElsewhere(location)
      expect(output).toEqual([
        expect.stringMatching(/^Restored the backup .+ with \d+ files\. Everyone is logged out\.$/),
      ])
      expect(code).toBe(0)
      for (const { id, bytes } of expected) {
        const query = `select to_jsonb(r)::text as row, v.sha256 from receipts r join receipt_versions v on receipt_id = r.id
        where r.id = '${id}'`
        const [row] = await rowsOf<{ row: string; sha256: Buffer }>(db, query)
        expect(row).toEqual((await rowsOf(server.deps.db, query))[0])
        const stored = await Array.fromAsync(await files.open(row!.sha256))
        expect(Buffer.concat(stored as Buffer[]).equals(bytes)).toBe(true)
      }
      // Whatever came later is there as a whole or not at all.
      expect(isUndamaged(await check({ db, files }))).toBe(true)
      const [counts] = await rowsOf<{ counted: number; receipts: number }>(
        db,
        'select sum(receipts)::int as counted, (select count(*)::int from receipts) as receipts from receipt_totals',
      )
      expect(counts!.counted).toBe(counts!.receipts)
    },
  )

  test(
    'every row of every table comes back except logins, and waiting jobs run there',
    { timeout: 120_000 },
    async () => {
      const location = await temporaryFolder()
      await write(ann)
      const later = { singletonKey: 'later', startAfter: new Date(Date.now() + 3_600_000) }
      await server.deps.jobs.enqueue(server.deps.db, cleanFiles, {}, later)
      await backUp(server.deps, location)
      await write(ann)
      const { manifest, copied } = await backUp(server.deps, location)
      expect(copied.files, 'only what is new is copied').toBeLessThan(manifest.files.count)
      const here = await digests(server.deps.db, manifest.tables)

      const { db } = await restoreElsewhere(location)
      const there = await digests(db, manifest.tables)
      for (const { name } of manifest.tables.filter(({ name }) => !['audit_log', 'backups'].includes(name)))
        expect({ name, rows: there.get(name) }).toEqual({ name, rows: here.get(name) })
      const [left] = await rowsOf(
        db,
        `select (select count(*)::int from sessions) as sessions,
        (select count(*)::int from audit_log where action = 'integrity.restore') as restores,
        (select start_after from pgboss.job where singleton_key = 'later') as later`,
      )
      expect(left).toEqual({ sessions: 0, restores: 1, later: later.startAfter })
    },
  )

  test('works the same with buckets, even with object lock', { timeout: 120_000 }, async () => {
    const [s3, vault] = await Promise.all([startS3(), startS3({ hasObjectLock: true })])
    afterTheFile(s3.stop)
    afterTheFile(vault.stop)
    const settings = {
      BACKUP_KEY,
      BACKUP_S3_URL: vault.url,
      BACKUP_S3_REGION: vault.region,
      BACKUP_S3_ACCESS_KEY_ID: vault.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: vault.secretAccessKey,
      S3_URL: s3.url,
      S3_BUCKET: s3.bucket,
      S3_REGION: s3.region,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    }
    const other = await startTestServer(settings)
    const bytes = docxOf(['In a bucket'])
    await fileReceipt(other, await addSubscriber(other, 'bob@example.com'), {
      file: fileOf(bytes, 'docket.docx'),
    })
    const location = `s3://${vault.bucket}/backups/docketbox`
    await backUp(other.deps, location)
    expect((await backUp(other.deps, location)).copied.files).toBe(0)
    expect([...s3.objects.keys()].filter((key) => key.startsWith('backups/'))).toEqual([])
    s3.objects.clear()
    const { files, code } = await restoreElsewhere(location, settings)
    expect(code).toBe(0)
    expect(await files.has(createHash('sha256').update(bytes).digest())).toBe(true)
  })
})

async function rowsOf<Row>(db: Db, query: string): Promise<Row[]> {
  return (await sql.raw<Row>(query).execute(db.withoutPlugins())).rows
}

/** A hash of all rows of each table, whatever their order. */
async function digests(db: Db, tables: readonly { name: string }[]): Promise<Map<string, string>> {
  const entries = tables.map(async ({ name }): Promise<[string, string]> => {
    const query = `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text)), '') as digest from ${name} t`
    return [name, (await rowsOf<{ digest: string }>(db, query))[0]!.digest]
  })
  return new Map(await Promise.all(entries))
}
