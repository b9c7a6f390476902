import type { Deps } from '#platform/config/deps.ts'

/** The payments slice's dependencies. */
export type PaymentDeps = Pick<
  Deps,
  'config' | 'db' | 'fonts' | 'jobs' | 'log' | 'mail' | 'now' | 'payments' | 'publicUrl'
>
