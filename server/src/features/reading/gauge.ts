import { sql } from 'kysely'
import type { Gauge } from '#platform/metrics/gauge.ts'

export const readingGauge: Gauge = {
  name: 'readings_waiting',
  help: 'Files waiting to be read, by priority: 0 for new uploads, 1 for older receipts.',
  labels: ['priority'],
  async read({ db }) {
    const { rows } = await sql<{ priority: number; files: number }>`
      select priority, count(*) as files from readings where state = 'waiting' group by priority`.execute(db)
    return rows.map(({ priority, files }) => ({ labels: { priority: String(priority) }, value: files }))
  },
}
