import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, receiptRefusals } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import { findClamd } from '@docketbox/testing/system/clamd'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Person, startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileOf, fileReceipt } from '#testing/receipts.ts'
import { unzip } from '@docketbox/testing/files/unzip'
import { check } from '../integrity/check.ts'
import { scanStoredFiles } from './scan-stored.ts'
import { createScanner } from '#platform/storage/scanner.ts'

const MALWARE = 'Docketbox.Test.Malware'
const MARK = 'harmless bytes that our signature calls malware'

const program = findClamd()

describe.skipIf(program === undefined)(
  'scanning uploads with the ClamAV daemon, where it’s installed',
  () => {
    let folder: string
    let clamd: ChildProcess
    let server: TestServer
    let ann: Person

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'docketbox-clamd-'))
      clamd = await startClamd(program!, folder)
      server = await startTestServer({
        SCANNER_URL: `unix:${join(folder, 'clamd.sock')}`,
        UPLOAD_LIMIT_MB: '3',
      })
      ann = await addSubscriber(server, 'ann@example.com')
    }, 120_000)
    afterAll(async () => {
      clamd.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    })

    const send = (content: Buffer) =>
      server.call(api.receipts.uploadFile, { body: fileOf(content), query: {} }, ann)
    const isStored = async (content: Buffer) => {
      const sha256 = createHash('sha256').update(content).digest()
      return (await Array.fromAsync(server.deps.files.list())).some((file) => file.sha256.equals(sha256))
    }
    const ready = async () => (await fetch(`${server.url}/readyz`)).json() as Promise<unknown>

    test('stores a clean file', async () => {
      expect((await send(pdf('clean'))).status).toBe(201)
      expect(await isStored(pdf('clean'))).toBe(true)
      expect((await send(Buffer.concat([pdf('large'), Buffer.alloc(2_000_000)]))).status).toBe(201)
      expect(await ready()).toEqual({ status: 'ready' })
    })

    test('refuses an infected one, stores nothing, and informs the user and the operator', async () => {
      const { status, code, message } = receiptRefusals.infected
      expect(await send(pdf(MARK))).toMatchObject({ status, body: { code, message } })
      expect(await isStored(pdf(MARK))).toBe(false)
      const entry = await server.deps.db
        .selectFrom('auditLog')
        .select(['actorId', 'details'])
        .where('action', '=', 'receipts.infectedFile')
        .executeTakeFirstOrThrow()
      expect(entry).toMatchObject({ actorId: ann.id, details: { malware: expect.stringContaining(MALWARE) } })
      const mail = await server.outbox.waitFor(server.deps.config.SUPPORT_EMAIL)
      expect(mail.text).toContain(MALWARE)
    })

    test('finds infected files stored before it was set up, and puts them in quarantine', async () => {
      const earlier = await startTestServer()
      const { deps } = earlier
      const clean = pdf('clean')
      const owners = await Promise.all(
        ['bob@example.com', 'cleo@example.com'].map(async (email) => {
          const owner = await addSubscriber(earlier, email)
          await fileReceipt(earlier, owner, { file: fileOf(clean) })
          const infected = await fileReceipt(earlier, owner, { file: fileOf(pdf(MARK)) })
          const query = { id: infected._id, file: infected.file[0]!._id }
          return { owner, query }
        }),
      )
      const [{ owner, query }] = owners as [(typeof owners)[0]]
      const download = () => earlier.call(api.receipts.download, { query }, owner)
      expect((await download()).status).toBe(200)

      const scanner = createScanner(`unix:${join(folder, 'clamd.sock')}`)
      const operatorMail = [deps.config.SUPPORT_EMAIL, 'infected'] as const
      const signal = new AbortController().signal
      await scanStoredFiles.handler({ ...deps, scanner }, {}, { id: '1', attempt: 1, isLast: true, signal })
      const waiting = await deps.db
        .selectFrom('scans')
        .select('ownerId')
        .where('malware', 'is', null)
        .execute()
      expect(waiting).toEqual([])
      const { status, code, message } = receiptRefusals.quarantined
      await expect.poll(download).toMatchObject({ status, body: { code, message } })
      const zip = await earlier.call(api.receipts.downloadAll, { query: {} }, owner)
      const files = (await unzip(zip.body)).filter(({ name }) => name.endsWith('.pdf'))
      expect(files.map(({ body }) => body)).toEqual([clean])
      const mails = [...owners.map(({ owner: { email } }) => [email, 'malware'] as const), operatorMail]
      for (const [to, subject] of mails) await earlier.outbox.waitFor(to, { subject })
      // The bytes are still there, for backups.
      expect((await check({ ...deps, files: deps.allFiles })).damages).toEqual([])
    })

    test('stores nothing while the scanner can’t tell, and readiness names it', async () => {
      clamd.kill('SIGKILL')
      await once(clamd, 'exit')
      const refused = await send(pdf('unknown'))
      expect(refused).toMatchObject({
        status: 503,
        body: { message: expect.stringContaining('scan files for malware') },
      })
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await isStored(pdf('unknown'))).toBe(false)
      expect(await ready()).toEqual({ status: 'ready', warnings: ['scanner'] })
    })
  },
)

/** ClamAV with a database of one signature, once it answers. */
async function startClamd(program: string, folder: string): Promise<ChildProcess> {
  const database = join(folder, 'database')
  // It may run as another user.
  await chmod(folder, 0o755)
  await mkdir(database)
  await writeFile(join(database, 'docketbox.ndb'), `${MALWARE}:0:*:${Buffer.from(MARK).toString('hex')}\n`)
  const socket = join(folder, 'clamd.sock')
  const settings = [
    `LocalSocket ${socket}`,
    `DatabaseDirectory ${database}`,
    'Foreground yes',
    'StreamMaxLength 5M',
  ]
  const configuration = join(folder, 'clamd.conf')
  await writeFile(configuration, `${settings.join('\n')}\n`)
  const clamd = spawn(program, ['--config-file', configuration], { stdio: 'ignore' })
  await vi.waitFor(() => createScanner(`unix:${socket}`).ready(), { timeout: 60_000 })
  return clamd
}
