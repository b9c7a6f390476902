import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { program } from './binaries.ts'
import { PostgresCannotStart } from './cannot-start.ts'
import { disownLockFile, readPidFile } from './pid-file.ts'
import { CLUSTER_NAME, type Launch, signalPostgres } from './server.ts'

/**
 * Stops a server that outlived the process that started it, and cleans up after one that was killed. The caller
 * holds the owner lock, so no running Docketbox uses the cluster. A server started by another program is left alone.
 */
export async function stopLeftover(
  { location: { cluster }, binaries, address }: Launch,
  log: (line: string) => void,
): Promise<void> {
  const pidFile = await readPidFile(cluster)
  const command = pidFile && isAlive(pidFile.pid) ? await commandLine(pidFile.pid) : ''
  if (!pidFile || !command.includes(`-D ${cluster} -c `)) {
    await disownLockFile(join(cluster, 'postmaster.pid'))
    if (address.socketLock !== undefined) await disownLockFile(address.socketLock)
    return
  }
  const { pid } = pidFile
  if (!command.includes(CLUSTER_NAME)) {
    throw new PostgresCannotStart(
      `Another Postgres (process ${pid}) is running on ${cluster}: stop it, then start again.`,
    )
  }
  log('Stopping a database server left over from a run that ended abruptly.')
  for (const mode of ['fast', 'immediate'] as const) {
    await signalPostgres(pid, mode, { cluster, pgCtl: program(binaries, 'pg_ctl') })
    for (const deadline = Date.now() + 15_000; Date.now() < deadline; await wait(10))
      if (!isAlive(pid)) return
  }
  throw new PostgresCannotStart(
    `A database server left over from an earlier run (process ${pid}) doesn't stop: end it, then start again.`,
  )
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a process; empty if it's gone. */
async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  }
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`
  const [file, args] =
    process.platform === 'win32'
      ? ['powershell', ['-NoProfile', '-Command', query]]
      : ['ps', ['-ww', '-o', 'command=', '-p', String(pid)]]
  return promisify(execFile)(file, args).then(
    ({ stdout }) => stdout,
    () => '',
  )
}
