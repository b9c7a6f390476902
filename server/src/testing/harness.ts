import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY_MS } from '@docketbox/contract/core/units'
import { type Endpoint, type Input, isFile, type Output, type Role, urlOf } from '@docketbox/contract'
import type { FastifyInstance } from 'fastify'
import { buildApp, jobs } from '#app'
import { openSession } from '#features/sessions'
import { withQuarantine } from '#features/files'
import { readEnvironment } from '#platform/config/environment.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { createDisk } from '#platform/storage/disk.ts'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { createScanner } from '#platform/storage/scanner.ts'
import { newId } from '#platform/database/ids.ts'
import { createIdentityProvider } from '#platform/security/identity-provider.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/config/log.ts'
import { readTaxRules } from '#platform/config/tax-rules.ts'
import { createFonts } from '#platform/documents/fonts.ts'
import { createMailQueue } from '#platform/mail/mail.ts'
import { createPayments, type PaymentAccount } from '#platform/payments/stripe-client.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'
import type { Reader } from '#platform/storage/reader.ts'
import { loadSecrets } from '#platform/security/secrets.ts'
import { configuredGoogle } from '#local-services'
import { afterTheFile } from './clean-up.ts'
import { openOutbox, type Outbox } from './outbox.ts'
import { cloneDatabase } from './database/create-database.ts'
import { readerOff } from './scripted-reader.ts'
import { openSharedRenderer } from './shared-renderer.ts'

/** A user with a session. */
export type Person = Readonly<{ id: string; email: string; role: Role; token: string }>
/** The parsed body of a success, or the refusal. */
export type ApiResponse<E extends Endpoint> = { status: number; headers: Headers; body: Output<E, Buffer> }

export type TestServer = {
  app: FastifyInstance
  deps: Deps
  url: string
  /** Mail that was sent. */
  outbox: Outbox
  /** Logged lines, at LOG_LEVEL and above. */
  logged: readonly string[]
  /** Freezes the server's clock at a time; undefined lets it run again. */
  setNow(at: Date | undefined): void
  /** A time some days after the server's clock. */
  later(days: number): Date
  addUser(email: string, options?: { role?: Role }): Promise<Person>
  /** A new session for a user, for example after the clock has moved past the old one. */
  signIn(person: Person): Promise<Person>
  /** Calls an endpoint over HTTP, as `person` or as a visitor. */
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E, File>,
    person?: Person,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<E>>
}

/** A payment provider that can't be reached. */
const unreachable: PaymentAccount = {
  secretKey: 'sk_test_nowhere',
  publishableKey: 'pk_test_nowhere',
  webhookSecret: 'whsec_nowhere',
  local: { host: '127.0.0.1', port: 9, scriptUrl: 'http://127.0.0.1:9/v3/stripe.js' },
}

/** The real server over HTTP with its own database, until the end of the test file. */
export async function startTestServer(
  env: Record<string, string> = {},
  account: PaymentAccount = unreachable,
  reader: Reader = readerOff,
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docketbox-data-'))
  const database = await cloneDatabase()
  const config = readEnvironment({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    DISK_RESERVE_MB: '0',
    ...env,
  })
  const { db, pool, close } = openDatabase(database.url, { maxConnections: 8, onLost: () => undefined })
  const google = configuredGoogle(config)
  const publicUrl = 'http://docketbox.test'
  let frozen: Date | undefined
  const outbox = openOutbox()
  const logged: string[] = []
  const log = createLog(config.LOG_LEVEL, { write: (line) => void logged.push(line) })
  const secrets = await loadSecrets(config)
  const jobQueue = await openJobs({ url: database.url, pool, log, jobs })
  const { files: allFiles } = await openFileStore(config, () => new Date())
  const deps: Deps = {
    config,
    secrets,
    publicUrl,
    db,
    databaseUrl: database.url,
    files: withQuarantine(allFiles, db),
    allFiles,
    disk: createDisk(config),
    fonts: createFonts(),
    reader,
    renderer: openSharedRenderer(),
    scanner: config.SCANNER_URL === undefined ? undefined : createScanner(config.SCANNER_URL),
    now: () => frozen ?? new Date(),
    taxRules: await readTaxRules(config),
    log,
    limits: createRateLimits(db),
    jobs: jobQueue,
    mail: createMailQueue({ jobs: jobQueue, secrets }),
    mailer: outbox.mailer,
    payments: createPayments(account),
    identity: google && createIdentityProvider({ ...google, publicUrl }),
    metrics: config.METRICS_PORT === undefined ? undefined : await createMetrics(),
  }
  // Without the web app, whose pages would be copied and compressed each time. The tests of pages serve their own.
  const app = await buildApp(deps, join(dataDir, 'no-web-build'))
  await deps.jobs.work(deps)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  afterTheFile(async () => {
    await app.close()
    await Promise.all([deps.renderer.close(), deps.reader.close()])
    await deps.jobs.stop()
    await close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return {
    app,
    deps,
    url,
    outbox,
    logged,
    setNow: (at) => void (frozen = at),
    later: (days) => new Date(deps.now().getTime() + days * DAY_MS),
    addUser: (email, options) => addUser(deps, email, options),
    signIn: async (person) => ({ ...person, token: await tokenFor(deps, person) }),
    call: (endpoint, input, person, headers) => call(url, endpoint, input, person, headers),
  }
}

let addresses = 0
/** Headers of a call from a new network; the server must run with `TRUST_PROXY: 'true'`. */
export function elsewhere(): Record<string, string> {
  addresses++
  return { 'x-forwarded-for': `10.${addresses >> 8}.${addresses & 255}.1` }
}

/** Inserts a user with a session. */
export async function addUser(
  deps: Pick<Deps, 'db' | 'now' | 'secrets'>,
  email: string,
  { role = 'User' as Role } = {},
): Promise<Person> {
  const at = deps.now()
  const user = {
    id: newId(),
    role,
    firstName: 'Ann',
    lastName: 'Lee',
    email,
    username: email,
    emailVerifiedAt: at,
    createdAt: at,
    updatedAt: at,
  }
  await deps.db.insertInto('users').values(user).execute()
  return { id: user.id, email, role, token: await tokenFor(deps, user) }
}

async function tokenFor(
  deps: Pick<Deps, 'db' | 'now' | 'secrets'>,
  user: { id: string; role: Role },
): Promise<string> {
  // Administrators can't do anything without a second factor, so theirs counts as proven.
  const provenFactor = user.role === 'User' ? null : 'code'
  const device = { isRemembered: false, userAgent: 'test', provenFactor } as const
  const { credentialsVersion } = await deps.db
    .selectFrom('users')
    .select('credentialsVersion')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  return (await openSession(deps, { ...user, credentialsVersion }, device))!.token
}

/** Calls an endpoint of the server at `base`. */
export async function call<E extends Endpoint>(
  base: string,
  endpoint: E,
  input: Input<E, File>,
  person?: Person,
  headers: Record<string, string> = {},
): Promise<ApiResponse<E>> {
  const parts = input as { params?: unknown; query?: unknown; body?: unknown }
  const response = await fetch(base + urlOf(endpoint, parts), {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      ...(person && { authorization: `Bearer ${person.token}` }),
      ...contentType(parts.body),
      ...headers,
    },
    ...(parts.body !== undefined && { body: encode(parts.body) }),
  })
  const isBytes = response.ok && isFile(endpoint.response)
  const body = isBytes ? Buffer.from(await response.arrayBuffer()) : parse(await response.text())
  return { status: response.status, headers: response.headers, body: body as Output<E, Buffer> }
}

function contentType(body: unknown): Record<string, string> {
  return body === undefined || body instanceof File ? {} : { 'content-type': 'application/json' }
}

function encode(body: unknown): string | FormData {
  if (!(body instanceof File)) return JSON.stringify(body)
  const form = new FormData()
  form.append('file', body)
  return form
}

function parse(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text)
}
