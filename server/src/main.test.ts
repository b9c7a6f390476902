import { once } from 'node:events'
import { chmod, lstat, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { defaultTaxRules } from '@docketbox/contract'
import { copyCluster } from '@docketbox/testing/database/copy-cluster'
import { findProcesses, postmasterPid } from '@docketbox/testing/database/owner-process'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { startServer } from './start-server.ts'
import { databaseUrl } from './testing/database/postgres.ts'
import { failToStart } from '@docketbox/testing/product/start'
import { afterTheFile } from '#testing/clean-up.ts'
import { cloneDatabase } from '#testing/database/create-database.ts'
import { startProduct } from '#testing/product-process.ts'

let DATA_DIR: string
beforeEach(async () => {
  DATA_DIR = await mkdtemp(join(tmpdir(), 'docketbox-main-'))
})
afterEach(() => rm(DATA_DIR, { recursive: true, force: true, maxRetries: 10 }))

describe('started without any configuration', () => {
  test('it prints its address, the mailbox and how to create the first administrator, stops cleanly, and its files are private to its user, whatever the umask', async () => {
    await chmod(DATA_DIR, 0o755)
    const folder = join(DATA_DIR, 'new')
    const product = await startProduct({ DATA_DIR: folder })
    expect(product.output()).toMatch(/^Docketbox is at http:\/\/localhost:\d+$/m)
    expect(product.output()).toMatch(/^Database: Postgres \d+\.\d+, embedded$/m)
    expect(product.output()).toMatch(/^Mail: http:\/\/\S+$/m)
    expect(product.output()).toContain('npm run admin -- create --email you@example.com --role "Super Admin"')
    expect((await fetch(`${product.url}/readyz`)).status).toBe(200)
    const processes = findProcesses(folder)
    expect(processes.length).toBeGreaterThan(0)
    for (const pid of [product.pid, ...processes])
      expect(await readFile(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max core file size +0 +0 /m)

    const { code, seconds } = await product.stop('SIGTERM')
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(60)
    expect(findProcesses(folder)).toEqual([])

    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const modes = entries.map(async (entry) => [
      entry.name,
      (await lstat(join(entry.parentPath, entry.name))).mode & 0o077,
    ])
    expect((await Promise.all(modes)).filter(([, open]) => open !== 0)).toEqual([])
    expect(entries.length).toBeGreaterThan(100)
  })

  test('a second one on the same data directory says that the first is running', async () => {
    await copyCluster(DATA_DIR)
    const first = await startProduct({ DATA_DIR })
    const { code, output } = await failToStart({ DATA_DIR, PORT: new URL(first.url).port })
    expect(output).toBe(
      `Docketbox is already running on ${DATA_DIR} (process ${first.child.pid}): stop it first, or set DATA_DIR to another folder.\n`,
    )
    expect(code).toBe(1)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('Ctrl+C, which arrives twice under npm, completes a current request and accepts no new one', async () => {
    await copyCluster(DATA_DIR)
    const product = await startProduct({ DATA_DIR })
    const { slow, rest } = await beginRequest(product.url)
    const stopped = product.stop('SIGINT')
    await untilRefused(product.url)
    product.child.kill('SIGINT')
    slow.write(rest)
    expect(await text(slow)).toMatch(/^HTTP\/1.1 401 [^]*"message":/)
    expect((await stopped).code).toBe(0)
  })

  test('a request and a database that never end don’t keep it from ending in time', async () => {
    await copyCluster(DATA_DIR)
    const product = await startProduct({ DATA_DIR })
    const { slow } = await beginRequest(product.url)
    slow.on('error', () => undefined)
    process.kill(postmasterPid(join(DATA_DIR, 'postgres/cluster')), 'SIGSTOP')
    const { code } = await product.stop('SIGTERM')
    expect({ code, output: product.output() }).toMatchObject({ code: 0 })
    expect(findProcesses(DATA_DIR)).toEqual([])
  })
})

test('a crash is logged without the rows that its error quotes', async () => {
  const crash = `process.on('SIGUSR2', () => {
    throw Object.assign(new Error('duplicate key'), { detail: 'Key (email)=(ann@example.com) already exists.' })
  })`
  const product = await startProduct({
    DATA_DIR,
    DATABASE_URL: await clonedDatabase(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(crash)}`,
  })
  const { code } = await product.stop('SIGUSR2')
  expect({ code, output: product.output() }).toEqual({
    code: 1,
    output: expect.stringMatching(/^\{.*"message":"duplicate key".*\}$/m),
  })
  expect(product.output()).not.toContain('ann@example.com')
})

describe('what keeps it from starting is one sentence', () => {
  test('PORT, printed before it ends', async () => {
    expect(await failToStart({ DATA_DIR, PORT: '70000' })).toEqual({
      code: 1,
      output: 'PORT must be a port number from 0 to 65535.\n',
    })
  })

  test('HOST', async () => {
    const env = { HOST: '203.0.113.1', DATABASE_URL: await clonedDatabase() }
    expect(await refusalOf(env)).toBe('HOST 203.0.113.1 isn’t an address of this machine.')
  })

  test.each([
    [
      'DATA_DIR where no folder can be made',
      { DATA_DIR: '/proc/docketbox' },
      "DATA_DIR /proc/docketbox isn't a folder we can write to (ENOENT).",
    ],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL must be a postgres:// address.'],
    [
      'an address where no database is',
      { DATABASE_URL: 'postgres://ann@127.0.0.1:1/x' },
      'DATABASE_URL can’t be used: nothing is listening at that address.',
    ],
    [
      'a half configuration',
      { S3_URL: 'https://s3.example.com', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k' },
      "S3_SECRET_ACCESS_KEY is missing: it's needed with S3_URL, S3_BUCKET, S3_ACCESS_KEY_ID.",
    ],
  ])('%s', async (_, env, sentence) => {
    expect(await refusalOf(env)).toBe(sentence)
  })

  test('a port that is taken', async () => {
    await copyCluster(DATA_DIR)
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failToStart({ DATA_DIR, PORT: String(port) })).toEqual({
      code: 1,
      output: `PORT ${port} is in use by another program: stop it, or set PORT to another number.\n`,
    })
    other.close()
    expect(findProcesses(DATA_DIR)).toEqual([])
  })

  test('a database that does not exist', async () => {
    const DATABASE_URL = databaseUrl(inject('postgresUrl'), 'no_such_database')
    expect(await refusalOf({ DATABASE_URL })).toBe('DATABASE_URL can’t be used: the database doesn’t exist.')
  })

  test('a data directory that is a file', async () => {
    const file = join(DATA_DIR, 'file')
    await writeFile(file, '')
    expect(await refusalOf({ DATA_DIR: file })).toBe(
      `DATA_DIR ${file} isn't a folder we can write to (EEXIST).`,
    )
  })

  test('a folder that can’t be used', async () => {
    const DATABASE_URL = await clonedDatabase()
    const folder = join(DATA_DIR, 'stripe')
    await writeFile(folder, '')
    const output = `${folder} can’t be used (EEXIST).\n`
    expect(await failToStart({ DATA_DIR, DATABASE_URL })).toEqual({ code: 1, output })
  })

  test('tax rules with mistakes, each by its year and name', async () => {
    const TAX_RULES_FILE = join(DATA_DIR, 'rules.json')
    const [first, second, ...others] = defaultTaxRules
    const wrong = [
      { ...first, carCentsPerKm: { ...first!.carCentsPerKm, value: -1, source: '' } },
      { ...second, laundryCents: undefined },
      ...others,
    ]
    await writeFile(TAX_RULES_FILE, JSON.stringify(wrong))
    const at = `TAX_RULES_FILE ${TAX_RULES_FILE} is wrong at`
    expect(await refusalOf({ TAX_RULES_FILE })).toBe(
      `${at} 2020-21.carCentsPerKm.value: must be 0 or more.\n` +
        `${at} 2020-21.carCentsPerKm.source: must name where it is published.\n` +
        `${at} 2021-22.laundryCents: Invalid input: expected object, received undefined.`,
    )
  })

  test('production without what production needs, every missing variable by its name', async () => {
    const refusal = await refusalOf({ NODE_ENV: 'production' })
    for (const name of ['PUBLIC_URL', 'DATABASE_URL', 'SMTP_URL', 'SESSION_SECRET', 'ENCRYPTION_KEY']) {
      expect(refusal).toContain(`${name} is missing`)
    }
  })
})

/** The message of a refused start. Runs in this process, because loading the product takes most of the time. */
async function refusalOf(env: Record<string, string>): Promise<string> {
  const start = startServer(
    { DATA_DIR, PORT: '0', LOG_LEVEL: 'silent', READING: 'off', ...env },
    () => undefined,
  )
  const refusal = await start.then(
    ({ stop }) => stop(),
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(CannotStart)
  return (refusal as CannotStart).message
}

/** The address of a database that needs no start of its own. */
async function clonedDatabase(): Promise<string> {
  const { url, drop } = await cloneDatabase()
  afterTheFile(drop)
  return url
}

async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const isTaken = await fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (!isTaken) return
  }
}

/** Sends only the beginning of a login. */
async function beginRequest(url: string): Promise<{ slow: Socket; rest: string }> {
  const body = JSON.stringify({ email: 'ann@example.com', password: 'open sesame' })
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  slow.write(
    `POST /api/auth/signin HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  slow.write(body.slice(0, 5))
  await fetch(`${url}/healthz`)
  return { slow, rest: body.slice(5) }
}
