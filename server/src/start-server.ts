import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { addHealth, buildApp, gauges, jobs as allJobs, requestWaitingWork } from '#app'
import { hasSuperAdmin } from '#features/admin'
import { findBackupProblem, refuseUnfinishedRestore } from '#features/backups'
import { createRenderer, withQuarantine } from '#features/files'
import { createReader, endLeases } from '#features/reading'
import { requestPublishing, requestReconciliation } from '#features/payments'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { checkDatabase } from '#platform/database/check.ts'
import { systemClock } from '#platform/config/clock.ts'
import { type Environment, readEnvironment } from '#platform/config/environment.ts'
import { openDataDir } from '#platform/storage/data-dir.ts'
import { openDatabase } from '#platform/database/database.ts'
import type { Deps } from '#platform/config/deps.ts'
import { createDisk } from '#platform/storage/disk.ts'
import { openFileStore } from '#platform/storage/open-file-store.ts'
import { explainStoreError } from '#platform/storage/s3/calls.ts'
import { claimFileStore } from '#platform/storage/claim-store.ts'
import { createScanner } from '#platform/storage/scanner.ts'
import { holdPort, refuseToListen } from '#platform/http/connections/hold-port.ts'
import { createIdentityProvider } from '#platform/security/identity-provider.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { createLog } from '#platform/config/log.ts'
import { readTaxRules } from '#platform/config/tax-rules.ts'
import { poolGauge } from '#platform/metrics/gauges.ts'
import { createMetrics } from '#platform/metrics/metrics.ts'
import { serveMonitoring } from '#platform/metrics/monitoring-server.ts'
import { startTracing } from '#platform/metrics/tracing.ts'
import { createFonts } from '#platform/documents/fonts.ts'
import { createMailQueue } from '#platform/mail/mail.ts'
import { createMailer } from '#platform/mail/mailer.ts'
import { migrate } from '#platform/database/migrations.ts'
import { createPayments } from '#platform/payments/stripe-client.ts'
import { disableCoreDumps } from '#platform/processes/disable-core-dumps.ts'
import { clearWorkFolders } from '#platform/processes/work-folders.ts'
import { createRateLimits } from '#platform/limits/rate-limits.ts'
import { checkEncryptionKey, recordEncryptionKey } from '#platform/security/encryption-key.ts'
import { loadSecrets } from '#platform/security/secrets.ts'
import { startLocalDatabase, startStandIns } from './local-services.ts'

/** Below the 10 seconds a service manager waits. */
const MAX_STOP_MS = 8_500
const DRAIN_MS = 4_000
const JOBS_GRACE_MS = 1_500
/** For queries whose callers are gone. */
const CLOSE_MS = 500
/** A query of a request is cancelled after half the time that one of a job may take. */
const REQUEST_QUERY_MS = 30_000

const howToBegin =
  'Create the first administrator with: npm run admin -- create --email you@example.com --role "Super Admin"'

export type RunningServer = {
  config: Environment
  publicUrl: string
  notes: string[]
  stop: () => Promise<void>
}

/**
 * Starts every part in the order of its dependencies; `stop` ends them in reverse.
 * @param say receives sentences for the operator at the terminal.
 * @param webBuild folder of another built web app than the product's own.
 */
export async function startServer(
  env: Record<string, string | undefined>,
  say: (line: string) => void,
  webBuild?: string,
): Promise<RunningServer> {
  await using starting = new AsyncDisposableStack()
  await disableCoreDumps()
  let stopBy = Infinity
  const remainingMs = () => stopBy - performance.now()
  const environment = readEnvironment(env)
  const taxRules = await readTaxRules(environment)
  const log = createLog(environment.LOG_LEVEL)
  await openDataDir(environment.DATA_DIR)
  await clearWorkFolders()
  const secrets = await loadSecrets(environment)

  const { METRICS_PORT, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = environment
  const tracing = endpoint === undefined ? undefined : await startTracing({ ...environment, endpoint })
  if (tracing) starting.defer(tracing.stop)
  const metrics = METRICS_PORT === undefined ? undefined : await createMetrics()

  const url =
    environment.DATABASE_URL ?? (await embeddedDatabase(environment, starting, { say, remainingMs }))
  const { db, pool, close } = openDatabase(url, {
    prepare: environment.DATABASE_PREPARE,
    ...(environment.ROLE === 'web' && { queryTimeoutMs: REQUEST_QUERY_MS }),
    onLost: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    onQuery: tracing?.traceQuery,
  })
  starting.defer(() => Promise.race([close(), wait(CLOSE_MS, undefined, { ref: false })]))
  const postgresVersion = await checkDatabase(db)
  await refuseUnfinishedRestore(db)
  await migrateAt(url, environment)
  await recordEncryptionKey(db, secrets)
  await checkEncryptionKey(db, secrets, environment)

  const isServing = environment.ROLE !== 'worker'
  // After the database, whose error says more if the product is already running.
  const held = isServing ? await holdPort(environment.HOST, environment.PORT) : undefined
  if (held) starting.defer(held.release)
  const PORT = held?.port ?? environment.PORT
  const config = { ...environment, PORT }
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '')
  const services = await startStandIns(config, publicUrl)
  starting.defer(services.stop)
  const kind = environment.DATABASE_URL === undefined ? ', embedded' : ''
  const notes = [`Database: Postgres ${postgresVersion}${kind}`, ...services.notes]
  const mailer = createMailer({ ...config, SMTP_URL: services.smtpUrl })
  starting.defer(mailer.close)
  const jobs = await openJobs({ url, pool, log, jobs: allJobs })
  starting.defer(() => jobs.stop(JOBS_GRACE_MS))
  const store = await openFileStore(config, systemClock)
  await claimFileStore(db, store).catch((err: unknown) => {
    if (err instanceof CannotStart) throw err
    const problem = explainStoreError(err, store.location)
    if (problem !== undefined) notes.push(`No file can be stored: ${problem}`)
    else log.warn({ err }, 'couldn’t check whether the file store belongs to this database')
  })
  const { files: allFiles } = store
  const deps: Deps = {
    config,
    secrets,
    publicUrl,
    db,
    databaseUrl: url,
    files: withQuarantine(allFiles, db),
    allFiles,
    disk: createDisk(config),
    fonts: createFonts(),
    reader: createReader({ config, log }),
    renderer: createRenderer(),
    scanner: config.SCANNER_URL === undefined ? undefined : createScanner(config.SCANNER_URL),
    now: systemClock,
    taxRules,
    log,
    limits: createRateLimits(db),
    jobs,
    mail: createMailQueue({ jobs, secrets }),
    mailer,
    payments: createPayments(services.payments),
    identity: services.google && createIdentityProvider({ ...services.google, publicUrl }),
    metrics,
    tracing,
  }
  // After requests that wait for a preview, and before the job that renders the others.
  starting.defer(() => deps.renderer.close())
  starting.defer(() => deps.reader.close())
  const app = await buildApp(deps, webBuild)
  starting.defer(() => drain(app))
  if (metrics) {
    metrics.addGauges([poolGauge(pool), ...gauges], deps)
    const monitoring = await serveMonitoring(config, METRICS_PORT!, {
      metrics,
      addHealth: (app) => addHealth(app, deps),
    })
    starting.defer(monitoring.close)
    notes.push(`Metrics: ${monitoring.url}`)
  }
  await requestPublishing(deps, db)
  await requestReconciliation(deps, db)
  if (config.DATABASE_URL === undefined && config.ROLE === 'all') await endLeases(db)
  await requestWaitingWork(deps)
  if (config.ROLE !== 'web') await jobs.work(deps)
  if (held) {
    await held.release()
    await app.listen({ port: PORT, host: config.HOST }).catch(refuseToListen(config.HOST, PORT))
  }
  const backupProblem = config.ROLE === 'web' ? undefined : await findBackupProblem(deps)
  if (backupProblem !== undefined) notes.push(`No backup can be made: ${backupProblem}`)
  if (!(await hasSuperAdmin(db))) notes.push(howToBegin)

  const running = starting.move()
  const stop = () => {
    stopBy = performance.now() + MAX_STOP_MS
    return running.disposeAsync()
  }
  return { config, publicUrl, notes, stop }
}

/** Uses its own connection without a timeout: a migration of many rows may take long. */
async function migrateAt(url: string, { DATABASE_PREPARE: prepare }: Environment): Promise<void> {
  const options = { maxConnections: 1, queryTimeoutMs: 0, prepare, onLost: () => undefined }
  const { db, close } = openDatabase(url, options)
  try {
    await migrate(db)
  } finally {
    await close()
  }
}

async function embeddedDatabase(
  { DATA_DIR, ROLE }: Environment,
  starting: AsyncDisposableStack,
  { say: log, remainingMs }: { say: (line: string) => void; remainingMs: () => number },
): Promise<string> {
  const whenRunning = ROLE === 'all' ? 'refuse' : 'join'
  const postgres = await startLocalDatabase(DATA_DIR, { log, whenRunning })
  starting.defer(() => postgres.stop(Math.min(remainingMs(), MAX_STOP_MS)))
  return postgres.url
}

/** Stops accepting requests and waits up to `DRAIN_MS` for the current ones. */
async function drain(app: FastifyInstance): Promise<void> {
  const closed = app.close()
  const isOver = await Promise.race([closed.then(() => true), wait(DRAIN_MS, false, { ref: false })])
  if (isOver) return
  app.server.closeAllConnections()
  await closed
}
