import type { Deps } from '#platform/config/deps.ts'

/** What the payments slice needs from outside. */
export type PaymentDeps = Pick<
  Deps,
  'config' | 'db' | 'jobs' | 'log' | 'mail' | 'now' | 'payments' | 'publicUrl'
>
