import { execFile } from 'node:child_process'
import { chmod, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { PATH, type Program, startProgram } from './program.ts'

const run = promisify(execFile)

export const ports = { monitor: 6400, node1: 6401, node2: 6402, router: 6410, pooler: 6420 } as const
type Node = 'node1' | 'node2'

/** How soon the monitor notices: the defaults suit networks that are slower than this machine. */
const DETECTION: Record<string, number> = {
  'pgautofailover.health_check_period': 1000,
  'pgautofailover.health_check_timeout': 1000,
  'pgautofailover.health_check_max_retries': 1,
  'pgautofailover.health_check_retry_delay': 500,
  'pgautofailover.node_considered_unhealthy_timeout': 5000,
  'pgautofailover.primary_demote_timeout': 5000,
}
const MONITOR_URL = `postgres://autoctl_node@127.0.0.1:${ports.monitor}/pg_auto_failover`

/** A primary and a standby with synchronous replication, and the monitor that decides which is which. */
export async function startPostgresCluster(folder: string) {
  const options = { folder, user: 'postgres', env: { XDG_RUNTIME_DIR: folder } }
  const common = ['--hostname', '127.0.0.1', '--auth', 'trust', '--no-ssl', '--run']
  const running = new Map<string, Program>()
  const start = (name: string, command: string[]) =>
    running.set(name, startProgram(name, ['pg_autoctl', ...command], options))

  const monitor = optionsOf({ pgdata: join(folder, 'monitor'), pgport: ports.monitor })
  start('monitor', ['create', 'monitor', ...common, ...monitor])
  await until('the monitor', () => psql(ports.monitor, 'pg_auto_failover', 'select 1', 'autoctl_node'))
  for (const [name, value] of Object.entries(DETECTION))
    await asSuperuser(folder, ports.monitor, `alter system set ${name} = ${value}`)
  await asSuperuser(folder, ports.monitor, 'select pg_reload_conf()')
  for (const node of ['node1', 'node2'] as const) {
    start(node, [
      'create',
      'postgres',
      ...common,
      ...optionsOf({ pgdata: join(folder, node), pgport: ports[node], name: node, monitor: MONITOR_URL }),
      ...optionsOf({ username: 'docketbox', dbname: 'docketbox' }),
    ])
    // A copy of the primary starts with a checkpoint, which takes minutes unless it's asked for.
    await until(node, async () => {
      await asSuperuser(folder, ports.node1, 'checkpoint')
      await psql(ports[node], 'docketbox', 'select 1')
    })
  }
  await until('synchronous replication', async () => {
    const { stdout } = await asSuperuser(folder, ports.node1, 'select sync_state from pg_stat_replication')
    if (!/sync|quorum/.test(stdout) || /async/.test(stdout)) throw new Error(stdout)
  })
  await asSuperuser(folder, ports.node1, 'alter database docketbox owner to docketbox')

  return {
    /** Which of them takes writes now. */
    async primary(): Promise<Node> {
      for (const node of ['node1', 'node2'] as const) {
        const result = await psql(ports[node], 'docketbox', 'select pg_is_in_recovery()').catch(
          () => undefined,
        )
        if (result?.stdout.trim() === 'f') return node
      }
      throw new Error('There is no primary.')
    },
    /** Kills a node with its keeper, as when its machine fails. */
    async kill(node: Node): Promise<void> {
      const pid = Number((await readFile(join(folder, node, 'postmaster.pid'), 'utf8')).split('\n')[0])
      const stopped = running.get(node)!.stop('SIGKILL')
      process.kill(pid, 'SIGKILL')
      await stopped
    },
    /** Its machine is back: it joins as the standby. */
    async restart(node: Node): Promise<void> {
      running.set(node, startProgram(node, ['pg_autoctl', 'run', '--pgdata', join(folder, node)], options))
      await until(`${node} again`, () => psql(ports[node], 'docketbox', 'select 1'), 60_000)
    },
    async stop(): Promise<void> {
      for (const program of [...running.values()].toReversed()) await program.stop()
    },
  }
}

function optionsOf(options: Record<string, string | number>): string[] {
  return Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
}

export function psql(port: number, database: string, query: string, user = 'docketbox') {
  const args = ['-h', '127.0.0.1', '-p', String(port), '-U', user, '-d', database, '-tAc', query]
  return run('psql', args, { env: { PATH, PGCONNECT_TIMEOUT: '2' }, timeout: 5_000 })
}

async function asSuperuser(folder: string, port: number, query: string) {
  await chmod(folder, 0o777)
  return psql(port, 'postgres', query, 'postgres')
}

/** Repeats `attempt` until it succeeds. */
export async function until(what: string, attempt: () => Promise<unknown>, maxMs = 60_000): Promise<void> {
  const end = Date.now() + maxMs
  for (;;) {
    try {
      return void (await attempt())
    } catch (cause) {
      if (Date.now() > end) throw new Error(`${what} did not come up`, { cause })
      await wait(200)
    }
  }
}
