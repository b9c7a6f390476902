import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Address } from './address.ts'
import { type Binaries, program } from './binaries.ts'
import { explain } from './cannot-start.ts'
import type { ClusterLocation } from './location.ts'
import { readPidFile } from './pid-file.ts'
import { spawnOptions } from './system-user.ts'

/** On the command line of every server we start, so that a later start recognises one that was left over. */
export const CLUSTER_NAME = 'cluster_name=docketbox'

const MAX_LOG_BYTES = 5 * 1024 * 1024
const MAX_STOP_MS = 8_000
/** The part of `maxMs` reserved for an immediate stop, if the orderly one takes too long. */
const STOP_IMMEDIATE_MS = 1_000

/** A running server. `ended` resolves with the signal or exit code; `stop` takes at most `maxMs`. */
export type PostgresServer = { ended: Promise<string>; stop: (maxMs?: number) => Promise<void> }
export type Launch = {
  location: ClusterLocation
  binaries: Binaries
  address: Address
  settings?: Record<string, string> | undefined
}

/** Starts the server and waits until it accepts connections, however long recovery takes. */
export async function startPostgres({
  location,
  binaries,
  address,
  settings = {},
}: Launch): Promise<PostgresServer> {
  const logFile = await openLog(location)
  const logStart = (await logFile.stat()).size
  const options = { ...address.settings, logging_collector: 'off', ...settings }
  const child = spawn(
    program(binaries, 'postgres'),
    [
      ['-D', location.cluster],
      ['-c', CLUSTER_NAME],
      ...Object.entries(options).map(([name, value]) => ['-c', `${name}=${value}`]),
    ].flat(),
    {
      ...spawnOptions(location.user),
      // In a separate process group, Ctrl+C reaches only us, and we then stop Postgres properly.
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    },
  )
  const { promise: ended, resolve } = Promise.withResolvers<string>()
  child.once('error', (error) => resolve(error.message))
  child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  await logFile.close()
  const watcher = stopWithThisProcess(child, location)
  void ended.then(() => watcher?.kill('SIGKILL'))

  if (!(await waitUntilReady(child, location))) {
    const output = (await readFile(join(location.folder, 'postgres.log'))).subarray(logStart).toString()
    throw explain(output || (await ended), location)
  }
  child.unref()
  return { ended, stop: (maxMs) => stop(child, location, binaries, maxMs) }
}

async function waitUntilReady(child: ChildProcess, { cluster }: ClusterLocation): Promise<boolean> {
  while (child.pid !== undefined && !hasExited(child)) {
    const pidFile = await readPidFile(cluster)
    if (pidFile?.pid === child.pid && pidFile?.isReady) return true
    await wait(5)
  }
  return false
}

async function stop(
  child: ChildProcess,
  { cluster }: ClusterLocation,
  binaries: Binaries,
  maxMs = MAX_STOP_MS,
): Promise<void> {
  if (child.pid === undefined || hasExited(child)) return
  child.ref()
  const ended = once(child, 'exit')
  const target = { cluster, pgCtl: program(binaries, 'pg_ctl') }
  await signalPostgres(child.pid, 'fast', target)
  const fastMs = Math.max(0, maxMs - STOP_IMMEDIATE_MS)
  await Promise.race([ended, wait(fastMs, undefined, { ref: false })])
  if (hasExited(child)) return
  // Skips the final checkpoint: as safe as a power cut, and the next start replays the log.
  await signalPostgres(child.pid, 'immediate', target)
  await Promise.race([ended, wait(STOP_IMMEDIATE_MS, undefined, { ref: false })])
  if (!hasExited(child)) child.kill('SIGKILL')
}

function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Tells a server to stop: `fast` closes connections and writes everything out, `immediate` leaves that to the next start. */
export async function signalPostgres(
  pid: number,
  mode: 'fast' | 'immediate',
  { cluster, pgCtl }: { cluster: string; pgCtl: string },
): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(pgCtl, ['stop', '-D', cluster, '-m', mode, '-W']).catch(() => undefined)
    return
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch {
    // It has just exited.
  }
}

/**
 * Starts a shell that waits until our process ends, even by kill -9, and then stops the server: its standard input
 * is a pipe that only we hold open.
 */
function stopWithThisProcess(
  { pid }: ChildProcess,
  { cluster, user }: ClusterLocation,
): ChildProcess | undefined {
  if (process.platform === 'win32' || pid === undefined) return undefined
  const script = 'read -r _; read -r pid < "$2" && [ "$pid" = "$1" ] && kill -INT "$1"'
  const watcher = spawn(
    '/bin/sh',
    ['-c', script, 'docketbox-watch', String(pid), join(cluster, 'postmaster.pid')],
    {
      ...spawnOptions(user),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  watcher.on('error', () => undefined)
  watcher.stdin?.on('error', () => undefined)
  watcher.unref()
  ;(watcher.stdin as { unref?: () => void } | null)?.unref?.()
  return watcher
}

/** Appends to the log of earlier runs up to a size, then starts a new one. */
async function openLog({ folder }: ClusterLocation) {
  const path = join(folder, 'postgres.log')
  const log = await stat(path).catch(() => undefined)
  if (log && log.size > MAX_LOG_BYTES) await rename(path, `${path}.old`)
  return open(path, 'a', 0o600)
}
