import { sql } from 'kysely'
import type pg from 'pg'
import type { Gauge } from './gauge.ts'

/** Connections to the database, of this process. */
export function poolGauge(pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>): Gauge {
  return {
    name: 'database_connections',
    help: 'Connections to the database by state. `waiting` counts requests without one.',
    labels: ['state'],
    read: async () => [
      { labels: { state: 'busy' }, value: pool.totalCount - pool.idleCount },
      { labels: { state: 'idle' }, value: pool.idleCount },
      { labels: { state: 'waiting' }, value: pool.waitingCount },
    ],
  }
}

/** Mail is the job `mail`. */
export const jobsByState: Gauge = {
  name: 'jobs',
  help: 'Jobs in the queue by name and state. Finished and failed ones stay for a day, mails for an hour.',
  labels: ['job', 'state'],
  async read({ db }) {
    const { rows } = await sql<{ name: string; state: string; jobs: number }>`
      select name, state::text, count(*) as jobs from pgboss.job group by name, state`.execute(db)
    return rows.map(({ name, state, jobs }) => ({ labels: { job: name, state }, value: jobs }))
  },
}

export const jobAges: Gauge = {
  name: 'job_wait_seconds',
  help: 'How long the first job of each name that could run has been waiting, however often it was retried.',
  labels: ['job'],
  async read({ db }) {
    // A retry moves `start_after` ahead each time.
    const { rows } = await sql<{ name: string; seconds: number }>`
      select name, extract(epoch from now() - min(since))::float as seconds
      from pgboss.job, lateral (select case state when 'retry' then created_on else start_after end as since)
      where state in ('created', 'retry') and since <= now() group by name`.execute(db)
    return rows.map(({ name, seconds }) => ({ labels: { job: name }, value: seconds }))
  },
}

export const diskBytes: Gauge = {
  name: 'disk_bytes',
  help: 'The disk that holds DATA_DIR, or its files if that one has less left: free space, its size, and the reserve below which uploads are refused.',
  labels: ['kind'],
  async read({ disk }) {
    const { freeBytes, totalBytes, reserveBytes } = await disk.space()
    return [
      { labels: { kind: 'free' }, value: freeBytes },
      { labels: { kind: 'total' }, value: totalBytes },
      { labels: { kind: 'reserve' }, value: reserveBytes },
    ]
  },
}
