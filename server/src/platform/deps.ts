import type { Clock } from './clock.ts'
import type { Environment } from './config.ts'
import type { Db } from './database.ts'
import type { FileStore } from './files/file-store.ts'
import type { IdentityProvider } from './identity.ts'
import type { Jobs } from './jobs.ts'
import type { Log } from './log.ts'
import type { Mailer } from './mailer.ts'
import type { Payments } from './payments.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Secrets } from './secrets.ts'

/** What the outside world looks like to a service. Each takes the part it needs: `Pick<Deps, 'db' | 'now'>`. */
export type Deps = {
  readonly config: Environment
  readonly secrets: Secrets
  /** Address people reach the product at, without a slash at the end. */
  readonly publicUrl: string
  readonly db: Db
  readonly files: FileStore
  readonly now: Clock
  readonly log: Log
  readonly limits: RateLimits
  readonly jobs: Jobs
  readonly mailer: Mailer
  readonly payments: Payments
  /** Sign-in with Google; none when it is not set up. */
  readonly identity: IdentityProvider | undefined
}
