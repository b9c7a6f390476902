import { DAY_MS } from '@docketbox/contract/core/units'
import { sql } from 'kysely'
import type { Gauge } from '#platform/metrics/gauge.ts'

export const paymentGauges: readonly Gauge[] = [
  {
    name: 'payment_events',
    help: 'Events of the last 24 hours from the payment provider, by type.',
    labels: ['type'],
    async read({ db, now }) {
      const since = new Date(now().getTime() - DAY_MS)
      const { rows } = await sql<{ type: string; events: number }>`
        select type, count(*) as events from provider_events where received_at > ${since} group by type`.execute(
        db,
      )
      return rows.map(({ type, events }) => ({ labels: { type }, value: events }))
    },
  },
  {
    name: 'unfinished_payments',
    help: 'Payments that haven’t been paid or closed.',
    async read({ db }) {
      const { rows } = await sql<{ payments: number }>`
        select count(*) as payments from payments where is_live or status = 'open'`.execute(db)
      return [{ value: rows[0]?.payments ?? 0 }]
    },
  },
]
