import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api, type Pack } from '@docketbox/contract'
import { multiplyReceipts } from '@docketbox/testing/database/seed-receipts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { addUser, call, type Person, type TestServer } from '#testing/harness.ts'
import { openPack } from '#testing/packs.ts'
import { startProduct } from '#testing/product-process.ts'
import { runOn } from '#testing/database/postgres.ts'
import { fileReceipt } from '#testing/receipts.ts'
import { withCommandDeps } from '#commands/command-deps.ts'

const RECEIPTS = 2_000

let env: { DATA_DIR: string; DATABASE_URL: string; LOG_LEVEL: string }
let dropDatabase: () => Promise<void>
let person: Person
let url: string
const server: Pick<TestServer, 'call'> = {
  call: (endpoint, input, caller, headers) => call(url, endpoint, input, caller, headers),
}

beforeAll(async () => {
  const database = await cloneDatabase()
  dropDatabase = database.drop
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-killed-'))
  env = { DATA_DIR, DATABASE_URL: database.url, LOG_LEVEL: 'silent' }
  person = await withCommandDeps(
    env,
    () => undefined,
    (deps) => addUser(deps, 'ann@example.com'),
  )
})
afterAll(async () => {
  await dropDatabase()
  await rm(env.DATA_DIR, { recursive: true, force: true, maxRetries: 10 })
})

/** Reads a pack every so often until it's as it should be. */
async function untilPack(packId: string, isThere: (pack: Pack) => boolean, everyMs: number): Promise<Pack> {
  for (;;) {
    const { status, body } = await server.call(api.packs.show, { params: { packId } }, person)
    if (status !== 200 || body.state === 'failed') throw new Error(`${status} ${JSON.stringify(body)}`)
    if (isThere(body)) return body
    await wait(everyMs)
  }
}

test(
  'a pack that was being made when the process was killed is finished after the next start, and is right',
  { timeout: 120_000 },
  async () => {
    const killed = await startProduct(env)
    ;({ url } = killed)
    await server.call(api.subscriptions.subscribe, { body: { plan: 'Trial' } }, person)
    const { incomeYear } = await fileReceipt(server, person)
    await runOn(env.DATABASE_URL, multiplyReceipts(person.id, RECEIPTS))
    const request = await server.call(api.packs.request, { params: { incomeYear }, body: {} }, person)
    const { _id } = request.body
    const before = await untilPack(_id, ({ checkedFiles }) => checkedFiles > 0, 5)
    await killed.stop('SIGKILL')
    expect(before).toMatchObject({ state: 'building', files: RECEIPTS })
    expect(before.checkedFiles).toBeLessThan(RECEIPTS)

    ;({ url } = await startProduct(env))
    // A job whose process died is taken up again within half a minute.
    const after = await untilPack(_id, ({ state }) => state === 'ready', 500)
    expect(after).toMatchObject({ takenAt: before.takenAt, receipts: RECEIPTS, files: RECEIPTS, leftOut: 0 })
    const files = await openPack(server, person, after)
    const manifest = JSON.parse(files.get('manifest.json')!.toString()) as {
      files: { path: string; sha256: string }[]
    }
    const hashes = Object.fromEntries(
      [...files].map(([path, body]) => [path, createHash('sha256').update(body).digest('hex')]),
    )
    expect({
      ...Object.fromEntries(manifest.files.map(({ path, sha256 }) => [path, sha256])),
      'manifest.json': after.manifestSha256,
    }).toEqual(hashes)
    expect(files.get('receipts.csv')!.toString().trimEnd().split('\r\n')).toHaveLength(RECEIPTS + 1)
  },
)
