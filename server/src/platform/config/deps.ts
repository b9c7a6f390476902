import type { TaxRules } from '@docketbox/contract'
import type { Clock } from './clock.ts'
import type { Environment } from './environment.ts'
import type { Db } from '#platform/database/database.ts'
import type { Disk } from '#platform/storage/disk.ts'
import type { Fonts } from '#platform/documents/fonts.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import type { IdentityProvider } from '#platform/security/identity-provider.ts'
import type { Jobs } from '#platform/jobs/jobs.ts'
import type { Log } from './log.ts'
import type { MailQueue } from '#platform/mail/mail.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import type { Payments } from '#platform/payments/stripe-client.ts'
import type { Reader } from '#platform/storage/reader.ts'
import type { Renderer } from '#platform/storage/renderer.ts'
import type { RateLimits } from '#platform/limits/rate-limits.ts'
import type { Scanner } from '#platform/storage/scanner.ts'
import type { Metrics } from '#platform/metrics/metrics.ts'
import type { Tracing } from '#platform/metrics/tracing.ts'
import type { Secrets } from '#platform/security/secrets.ts'

/** Each service takes the part it needs: `Pick<Deps, 'db' | 'now'>`. */
export type Deps = {
  readonly config: Environment
  readonly secrets: Secrets
  /** Address people reach the product at, without a slash at the end. */
  readonly publicUrl: string
  readonly db: Db
  /** Of the database, for connections outside the pool. */
  readonly databaseUrl: string
  /** Doesn't open files in quarantine. */
  readonly files: FileStore
  /** Opens those too, for backups and checks. */
  readonly allFiles: FileStore
  readonly disk: Disk
  /** Of the PDFs we make. */
  readonly fonts: Fonts
  readonly reader: Reader
  readonly renderer: Renderer
  /** Looks for malware in files; undefined if it isn't configured. */
  readonly scanner: Scanner | undefined
  readonly now: Clock
  /** Rates, limits and due dates by income year. */
  readonly taxRules: TaxRules
  readonly log: Log
  readonly limits: RateLimits
  readonly jobs: Jobs
  /** Queues mails for {@link mailer}. */
  readonly mail: MailQueue
  readonly mailer: Mailer
  readonly payments: Payments
  /** Login with Google; undefined if it isn't configured. */
  readonly identity: IdentityProvider | undefined
  /** For Prometheus, if METRICS_PORT is set. */
  readonly metrics?: Metrics | undefined
  /** For OpenTelemetry, if a collector is configured. */
  readonly tracing?: Tracing | undefined
}
