// Sets up a cluster on this machine from Debian packages, uses it, and kills its parts one after another:
// `npm run drill`, as root. It needs haproxy, nginx, pgbouncer, pg-auto-failover-cli and postgresql-15-auto-failover.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@docketbox/contract'
import { startMailbox } from '@docketbox/local/mailbox'
import { addPerson } from '@docketbox/testing/people/people'
import { callApi } from '@docketbox/testing/product/api'
import { categoryOf } from '../categories.ts'
import { type Acknowledged, startLoad, summarise } from './load.ts'
import { startPostgresCluster, until } from './postgres.ts'
import { NGINX_PORT, type ProcessName, startProcess, webPorts } from './product.ts'
import { PATH, type Program } from './program.ts'
import { startHaproxy, startNginx, startPgBouncer } from './routers.ts'

const WRITERS = 4
const READERS = 4
/** Before and after each failure. */
const CALM_MS = 5_000
const MAX_OUTAGE_SECONDS = 15
const url = `http://127.0.0.1:${NGINX_PORT}`

for (const program of ['haproxy', 'nginx', 'pgbouncer', 'pg_autoctl', 'setpriv'])
  execFileSync('which', [program], { env: { PATH }, stdio: 'ignore' })
const folder = await mkdtemp(join(tmpdir(), 'docketbox-drill-'))
await chmod(folder, 0o777)
console.log(`Setting up in ${folder} ...`)

await using open = new AsyncDisposableStack()
const postgres = await startPostgresCluster(folder)
open.defer(() => postgres.stop())
const haproxy = await startHaproxy(folder)
open.defer(haproxy.stop)
let pooler = await startPgBouncer(folder)
open.defer(() => pooler.stop())
const mailbox = await startMailbox({ dataDir: join(folder, 'mailbox') })
open.defer(() => mailbox.stop())
const start = (name: ProcessName) => startProcess(folder, name, mailbox.smtpUrl)
const running = new Map<ProcessName, Program>()
for (const name of ['web1', 'web2', 'worker1', 'worker2'] as const) {
  running.set(name, await start(name))
  open.defer(async () => running.get(name)!.stop())
}
const nginx = await startNginx(folder, NGINX_PORT, webPorts)
open.defer(nginx.stop)
await until('nginx', () => fetch(url))
const { token } = await addPerson({ url, mailUrl: mailbox.webUrl })
const load = { url, token, category: await categoryOf(url, token) }

async function killProcess(name: ProcessName): Promise<void> {
  await running.get(name)!.stop('SIGKILL')
  await wait(CALM_MS)
  running.set(name, await start(name))
}

/** Each ends once what it broke is whole again. */
const failures: Record<string, () => Promise<void>> = {
  nothing: () => wait(CALM_MS),
  'a web process is killed': () => killProcess('web2'),
  'a worker is killed': () => killProcess('worker1'),
  'the pooler is killed': async () => {
    await pooler.stop('SIGKILL')
    await wait(1_000)
    pooler = await startPgBouncer(folder)
  },
  'the primary is killed with its keeper': async () => {
    const primary = await postgres.primary()
    await postgres.kill(primary)
    await wait(30_000)
    await postgres.restart(primary)
  },
  'web and database are cut off for 10 s': async () => {
    process.kill(pooler.pid, 'SIGSTOP')
    await wait(10_000)
    process.kill(pooler.pid, 'SIGCONT')
  },
}

// Each program is killed when this ends.
process.setMaxListeners(0)

const rows: string[][] = []
const acknowledged: Acknowledged[] = []
for (const [name, fail] of Object.entries(failures)) {
  console.log(`${name} ...`)
  const { calls, stop, ...done } = startLoad({ ...load, writers: WRITERS, readers: READERS })
  const from = performance.now()
  await wait(CALM_MS)
  await fail()
  await wait(CALM_MS)
  const result = summarise(calls, from, performance.now())
  await stop()
  acknowledged.push(...done.acknowledged)
  if (result.longestOutageSeconds > MAX_OUTAGE_SECONDS || result.otherFailures > 0) process.exitCode = 1
  rows.push([
    name,
    String(result.requests),
    String(result.retryLater),
    String(result.withoutResponse),
    String(result.otherFailures),
    `${result.longestOutageSeconds.toFixed(1)} s`,
    String(done.acknowledged.length),
    result.writesPerSecond.toFixed(0),
  ])
}
const lost = await countLost()
print(
  [
    'What happens',
    'Requests',
    '503, retry',
    'No response',
    'Other',
    'Without a write',
    'Acknowledged',
    'Writes/s',
  ],
  rows,
)
console.log(`\nAcknowledged receipts: ${acknowledged.length}. Lost: ${lost}.`)
if (lost > 0) process.exitCode = 1

const two = await throughput()
await running.get('web2')!.stop()
console.log(
  `Writes with two web processes: ${two.toFixed(0)}/s, with one: ${(await throughput()).toFixed(0)}/s`,
)
await open.disposeAsync()
await rm(folder, { recursive: true, force: true })

/** How many acknowledged receipts can't be downloaded as they were sent. */
async function countLost(): Promise<number> {
  let lost = 0
  for (const { id, file, bytes } of acknowledged) {
    const query = { id, file }
    const stored = await callApi(url, api.receipts.download, { query }, { token }).catch(() => undefined)
    if (!stored?.equals(bytes)) lost++
  }
  return lost
}

async function throughput(): Promise<number> {
  const { calls, stop } = startLoad({ ...load, writers: 16, readers: 0 })
  const from = performance.now()
  await wait(10_000)
  const { writesPerSecond } = summarise(calls, from, performance.now())
  await stop()
  return writesPerSecond
}

function print(head: string[], lines: string[][]): void {
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]!.length)))
  for (const line of [head, widths.map((width) => '-'.repeat(width)), ...lines])
    console.log(`| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`)
}
