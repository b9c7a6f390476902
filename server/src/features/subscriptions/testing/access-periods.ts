import type { AccessPeriod } from '../rules.ts'

/** The start of a day in UTC. */
export const at = (text: string) => new Date(`${text}T00:00:00Z`)
/** While `period` runs. */
export const now = at('2026-07-10')

/** A month of Pro, unless another period is asked for. */
export function period(part: Partial<AccessPeriod>): AccessPeriod {
  return {
    id: part.kind ?? 'month',
    kind: 'month',
    planId: 'pro',
    planName: 'Pro',
    periodStart: at('2026-07-01'),
    periodEnd: at('2026-08-01'),
    cancelsAtPeriodEnd: false,
    isRenewalPending: false,
    hasEndedAtStripe: false,
    renewalCents: null,
    endedAt: null,
    providerCustomerId: null,
    ...part,
  }
}
export const trial = period({
  kind: 'trial',
  planId: 'trial',
  planName: 'Trial',
  periodEnd: at('2026-07-31'),
})
export const recurring = period({ kind: 'recurring' })
