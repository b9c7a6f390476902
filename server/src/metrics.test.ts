import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@docketbox/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addHealth, gauges } from '#app'
import { startTestServer, type TestServer } from '#testing/harness.ts'
import { addSubscriber, fileReceipt } from '#testing/receipts.ts'
import { poolGauge } from '#platform/metrics/gauges.ts'
import { serveMonitoring } from '#platform/metrics/monitoring-server.ts'

const DASHBOARD = join(import.meta.dirname, '../../deploy/grafana-dashboard.json')

let server: TestServer
let monitoring: Awaited<ReturnType<typeof serveMonitoring>>
beforeAll(async () => {
  server = await startTestServer({ METRICS_PORT: '0' })
  const metrics = server.deps.metrics!
  const pool = { totalCount: 3, idleCount: 2, waitingCount: 0 }
  const broken = { name: 'broken', help: 'Fails.', read: () => Promise.reject(new Error('broken')) }
  metrics.addGauges([poolGauge(pool), ...gauges, broken], server.deps)
  monitoring = await serveMonitoring(server.deps.config, 0, {
    metrics,
    addHealth: (app) => addHealth(app, server.deps),
  })
})
afterAll(() => monitoring.close())

const scrape = async () => (await fetch(monitoring.url)).text()

test('requests are counted by endpoint, without the ids in their addresses', async () => {
  const ann = await addSubscriber(server, 'ann@example.com')
  const { _id } = await fileReceipt(server, ann)
  await server.call(api.receipts.details, { params: { uploadId: _id } }, ann)
  await fetch(`${server.url}/api/nowhere/${_id}`)
  const text = await scrape()
  const count = 'docketbox_http_request_duration_seconds_count'
  expect(text).toContain(`${count}{method="GET",endpoint="/api/upload/:uploadId",status="200"} 1`)
  expect(text).not.toContain(_id)
})

test('every figure of the dashboard is there, and a failing one doesn’t affect the others', async () => {
  const ann = await addSubscriber(server, 'bob@example.com')
  await fileReceipt(server, ann)
  const text = await scrape()
  expect(text).toContain('docketbox_database_connections{state="busy"} 1')
  expect(text).toMatch(/^docketbox_owner_bytes [1-9]/m)
  expect(text).toMatch(/^docketbox_disk_bytes\{kind="free"\} [1-9]/m)
  const shown = (await readFile(DASHBOARD, 'utf8')).match(/\b(docketbox|process|nodejs)_[a-z0-9_]+/g)!
  const names = new Set(shown.map((name) => name.replace(/_(count|bucket)$/, '')))
  // 0 would be a fresh backup.
  expect(text).not.toMatch(/^docketbox_(broken|backup_age_seconds) /m)
  const missing = [...names].filter((name) => !text.includes(`# TYPE ${name} `))
  expect(missing).toEqual([])
})

test('a mail that no attempt could send is seen to wait, even between attempts', async () => {
  await sql`insert into pgboss.job (name, state, created_on, start_after)
    values ('mail', 'retry', now() - interval '2 hours', now() + interval '1 hour'),
      ('mail', 'created', now() - interval '3 hours', now() + interval '1 hour')`.execute(server.deps.db)
  expect(await scrape()).toMatch(/^docketbox_job_wait_seconds\{job="mail"\} 72\d\d/m)
})

test('workers have their health there too, and metrics aren’t public', async () => {
  for (const path of ['healthz', 'readyz'])
    expect((await fetch(monitoring.url.replace('metrics', path))).status).toBe(200)
  expect(new URL(monitoring.url).hostname).toBe('127.0.0.1')
  expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('docketbox_')
})
