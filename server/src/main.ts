import { join } from 'node:path'
import { buildApp, jobs as allJobs } from '#app'
import { systemClock } from '#platform/clock'
import { ConfigurationError, readEnvironment } from '#platform/config'
import { openDatabase } from '#platform/database'
import type { Deps } from '#platform/deps'
import { fileSystemStore } from '#platform/files/file-system'
import { freePort } from '#platform/free-port'
import { createIdentityProvider } from '#platform/identity'
import { openJobs } from '#platform/jobs'
import { createLog } from '#platform/log'
import { createMailer } from '#platform/mailer'
import { migrate } from '#platform/migrations'
import { rateLimits } from '#platform/rate-limits'
import { loadSecrets } from '#platform/secrets'
import { startStandIns } from '#stand-ins'

try {
  await start()
} catch (thrown) {
  if (!(thrown instanceof ConfigurationError)) throw thrown
  console.error(thrown.message)
  process.exitCode = 1
}

async function start(): Promise<void> {
  const config = readEnvironment(process.env)
  const log = createLog(config.LOG_LEVEL)
  if (!config.DATABASE_URL) throw new ConfigurationError('DATABASE_URL is missing.')
  const { db, pool } = openDatabase(config.DATABASE_URL, {
    onLost: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  })
  await migrate(db)
  const port = config.PORT || (await freePort(config.HOST))
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${port}`).replace(/\/$/, '')
  const secrets = await loadSecrets(config)
  const services = await startStandIns(config, publicUrl)
  const deps: Deps = {
    config,
    secrets,
    publicUrl,
    db,
    files: await fileSystemStore(join(config.DATA_DIR, 'files'), systemClock),
    now: systemClock,
    log,
    limits: rateLimits(pool),
    jobs: await openJobs({ url: config.DATABASE_URL, pool, log, jobs: allJobs }),
    mailer: createMailer({ ...config, SMTP_URL: services.smtpUrl }),
    identity: services.google && createIdentityProvider({ ...services.google, publicUrl }),
  }
  const app = await buildApp(deps)
  if (config.ROLE !== 'web') await deps.jobs.work(deps)
  await app.listen({ port, host: config.HOST })
  console.log([`${config.PRODUCT_NAME} is at ${publicUrl}`, ...services.notes].join('\n'))
}
