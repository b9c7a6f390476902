import type { Gauge } from '#platform/metrics/gauge.ts'

export const storageGauge: Gauge = {
  name: 'owner_bytes',
  help: 'Storage used by all users’ files, each file counted once per user.',
  cacheSeconds: 300,
  async read({ db }) {
    const row = await db
      .selectFrom('ownerStorage')
      .select(({ fn }) => fn.sum<number>('bytes').as('bytes'))
      .executeTakeFirst()
    return [{ value: Number(row?.bytes ?? 0) }]
  },
}
