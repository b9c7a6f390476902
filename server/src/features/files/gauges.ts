import { sql } from 'kysely'
import type { Gauge } from '#platform/metrics/gauge.ts'

export const fileGauges: readonly Gauge[] = [
  {
    name: 'previews',
    help: 'Previews waiting for the renderer, and those it gave up on.',
    labels: ['state'],
    async read({ db }) {
      const { rows } = await sql<{ state: string; previews: number }>`
        select state, count(*) as previews from derivatives where kind = 'preview' and state = 'pending' group by state
        union all
        select state, count(*) from derivatives where kind = 'preview' and state = 'failed' group by state`.execute(
        db,
      )
      return rows.map(({ state, previews }) => ({ labels: { state }, value: previews }))
    },
  },
  {
    name: 'preview_wait_seconds',
    help: 'How long the oldest preview has been waiting for the renderer.',
    async read({ db }) {
      const { rows } = await sql<{ seconds: number | null }>`
        select extract(epoch from now() - min(requested_at))::float as seconds from derivatives
        where kind = 'preview' and state = 'pending'`.execute(db)
      return [{ value: rows[0]?.seconds ?? 0 }]
    },
  },
  {
    name: 'stored_files',
    help: 'Stored files, previews included, as estimated by the database.',
    async read({ db }) {
      const { rows } = await sql<{ files: number }>`
        select greatest(reltuples, 0)::float as files from pg_class where oid = 'blobs'::regclass`.execute(db)
      return [{ value: rows[0]?.files ?? 0 }]
    },
  },
  {
    name: 'unscanned_files',
    help: 'Files stored before the scanner was set up: those not scanned yet (at most 100000) and those found infected.',
    labels: ['state'],
    cacheSeconds: 60,
    async read({ db, scanner }) {
      if (!scanner) return []
      const { rows } = await sql<{ waiting: number; infected: number }>`
        select (select count(*) from (select from scans where malware is null limit 100000) waiting) as waiting,
          (select count(*) from scans where malware is not null) as infected`.execute(db)
      return rows.flatMap(({ waiting, infected }) => [
        { labels: { state: 'waiting' }, value: waiting },
        { labels: { state: 'infected' }, value: infected },
      ])
    },
  },
]
