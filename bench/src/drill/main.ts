// Sets up a cluster on this machine from Debian packages, uses it, and kills its parts one after another:
// `npm run drill`, as root, or parts of it: `npm run drill -- storage cut`. docs/capacity.md names the packages.
import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { addPerson } from '@docketbox/testing/people/people'
import { categoryOf } from '../categories.ts'
import { type Cluster, startCluster, url } from './cluster.ts'
import { CALM_MS, failuresOf } from './failures.ts'
import { type Acknowledged, startLoad } from './load.ts'
import { countLost } from './lost.ts'
import { PATH } from './program.ts'
import { summarise } from './summary.ts'
import { printTable } from './table.ts'

const WRITERS = 4
const READERS = 4
const MAX_OUTAGE_SECONDS = 15
/** How long the failure itself may last before that counts. */
const CUT_SECONDS: Record<string, number> = {
  'the network between web and database is cut for 10 s': 10,
  'it is cut for 60 s': 60,
}
const PROGRAMS =
  'haproxy memcached nft nginx pgbouncer pg_autoctl setpriv swift-object-server swift-proxy-server'

const missing = PROGRAMS.split(' ').filter(
  (name) => spawnSync('which', [name], { env: { PATH } }).status !== 0,
)
if (process.getuid?.() !== 0) missing.unshift('root')
if (missing.length > 0) {
  console.error(`The drill needs ${missing.join(', ')}: docs/capacity.md names the Debian packages.`)
  process.exit(1)
}
const folder = await mkdtemp(join(tmpdir(), 'docketbox-drill-'))
await chmod(folder, 0o777)
console.log(`Setting up in ${folder} ...`)
// Each program is killed when this ends.
process.setMaxListeners(0)
await run(await startCluster(folder))
if (!process.exitCode) await rm(folder, { recursive: true, force: true })

async function run(started: Cluster): Promise<void> {
  await using cluster = started
  const { token } = await addPerson({ url, mailUrl: cluster.mailUrl })
  const load = { url, token, category: await categoryOf(url, token) }
  const chosen = process.argv.slice(2)
  const rows: string[][] = []
  const acknowledged: Acknowledged[] = []
  for (const [name, fail] of Object.entries(failuresOf(cluster))) {
    if (chosen.length > 0 && !chosen.some((word) => name.includes(word))) continue
    console.log(`${name} ...`)
    const { calls, stop, ...done } = startLoad({ ...load, writers: WRITERS, readers: READERS })
    const from = performance.now()
    await wait(CALM_MS)
    await fail()
    await wait(2 * CALM_MS)
    const result = summarise(calls, from, performance.now())
    await stop()
    acknowledged.push(...done.acknowledged)
    const maxSeconds = MAX_OUTAGE_SECONDS + (CUT_SECONDS[name] ?? 0)
    if (result.longestOutageSeconds > maxSeconds || result.others.length > 0) process.exitCode = 1
    rows.push([
      name,
      String(result.requests),
      String(result.retryLater),
      result.others.join(', ') || '0',
      `${result.longestOutageSeconds.toFixed(1)} s`,
      String(done.acknowledged.length),
      result.writesPerSecond.toFixed(0),
    ])
  }
  const lost = await countLost(load, acknowledged)
  if (lost > 0) process.exitCode = 1
  printTable(
    ['What happens', 'Requests', '503, retry', 'Others', 'Without a write', 'Acknowledged', 'Writes/s'],
    rows,
  )
  console.log(`\nAcknowledged: ${acknowledged.length} receipts and as many changes. Lost: ${lost}.`)
  if (chosen.length > 0) return
  const two = await throughput(load)
  await cluster.stopProcess('web2')
  const one = await throughput(load)
  console.log(`Writes with two web processes: ${two.toFixed(0)}/s, with one: ${one.toFixed(0)}/s`)
}

async function throughput(load: { url: string; token: string; category: string }): Promise<number> {
  const { calls, stop } = startLoad({ ...load, writers: 16, readers: 0 })
  await wait(CALM_MS)
  const from = performance.now()
  await wait(2 * CALM_MS)
  const { writesPerSecond } = summarise(calls, from, performance.now())
  await stop()
  return writesPerSecond
}
