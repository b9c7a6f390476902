import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CannotStart } from '#platform/config/cannot-start.ts'
import { program } from './binaries.ts'
import { disownLockFile, readPidFile } from './pid-file.ts'
import { CLUSTER_NAME, type Launch, signalPostgres } from './postmaster.ts'

/**
 * Makes the place free for a new server: ends one that outlived the process which started it, and clears up after
 * one that was killed. The caller owns the place, so no living Docketbox uses it. A server that somebody else
 * started on the cluster is left alone.
 */
export async function endOrphan(
  { place, binaries, address }: Launch,
  log: (line: string) => void,
): Promise<void> {
  const { cluster } = place
  const found = await readPidFile(cluster)
  const command = found && isAlive(found.pid) ? await commandOf(found.pid) : ''
  if (!found || !command.includes(`-D ${cluster} -c `)) {
    await disownLockFile(join(cluster, 'postmaster.pid'))
    if (address.socketLock !== undefined) await disownLockFile(address.socketLock)
    return
  }
  if (!command.includes(CLUSTER_NAME)) {
    throw new CannotStart(
      `Another Postgres (process ${found.pid}) is running on ${cluster}: stop it, then start again.`,
    )
  }
  log('A database server was left over from a run that ended abruptly; it is being stopped first.')
  for (const [how, seconds] of [
    ['fast', 20],
    ['immediate', 10],
  ] as const) {
    await signalPostgres(found.pid, how, { cluster, pgCtl: program(binaries, 'pg_ctl') })
    if (await isGone(found.pid, seconds)) return
  }
  throw new CannotStart(
    `A database server left over from an earlier run (process ${found.pid}) does not stop: end it, then start again.`,
  )
}

async function isGone(pid: number, seconds: number): Promise<boolean> {
  for (let left = seconds * 100; left > 0; left--) {
    if (!isAlive(pid)) return true
    await wait(10)
  }
  return false
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** How a process was started; empty for one that is gone or already dead. */
async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  }
  const [program, ...args] =
    process.platform === 'win32'
      ? [
          'powershell',
          '-NoProfile',
          '-Command',
          `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`,
        ]
      : ['ps', '-ww', '-o', 'command=', '-p', String(pid)]
  return promisify(execFile)(program as string, args).then(
    ({ stdout }) => stdout,
    () => '',
  )
}
