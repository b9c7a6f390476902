import type { Deps } from '#platform/config/deps.ts'

export type PaymentDeps = Pick<
  Deps,
  'config' | 'db' | 'fonts' | 'jobs' | 'log' | 'mail' | 'now' | 'payments' | 'publicUrl'
>
