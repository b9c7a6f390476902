import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Address } from './address.ts'
import { type Binaries, program } from './binaries.ts'
import { explain } from './explain.ts'
import { asIdentity } from './identity.ts'
import { readPidFile } from './pid-file.ts'
import type { Place } from './place.ts'
import { cleanEnvironment } from './run-program.ts'

/** In the command line of every server we start: how a later start recognises one that was left over. */
export const CLUSTER_NAME = 'cluster_name=docketbox'

const LARGEST_LOG_BYTES = 5 * 1024 * 1024
const STOP_FAST_MS = 6_000
const STOP_IMMEDIATE_MS = 2_000

/** A running server. */
export type Postmaster = { ended: Promise<string>; stop: () => Promise<void> }
export type Launch = {
  place: Place
  binaries: Binaries
  address: Address
  settings?: Record<string, string> | undefined
}

/** Starts the server and waits until it accepts connections, however long a recovery takes. */
export async function startPostmaster({
  place,
  binaries,
  address,
  settings = {},
}: Launch): Promise<Postmaster> {
  const logFile = await openLog(place)
  const logged = (await logFile.stat()).size
  const options = { ...address.settings, logging_collector: 'off', ...settings }
  const child = spawn(
    program(binaries, 'postgres'),
    [
      ['-D', place.cluster],
      ['-c', CLUSTER_NAME],
      ...Object.entries(options).map(([name, value]) => ['-c', `${name}=${value}`]),
    ].flat(),
    {
      ...asIdentity(place.identity),
      cwd: '/',
      env: cleanEnvironment,
      // A group of its own: Ctrl+C in a terminal is for us, who then stop it in good order.
      detached: true,
      stdio: ['ignore', logFile.fd, logFile.fd],
    },
  )
  const exited = Promise.withResolvers<string>()
  child.once('error', (error) => exited.resolve(error.message))
  child.once('exit', (code, signal) => exited.resolve(signal ?? `exit code ${code}`))
  await logFile.close()
  const watch = stopWithUs(child, place)
  void exited.promise.then(() => watch?.kill('SIGKILL'))

  if (!(await isReady(child, place, exited.promise))) {
    const output = (await readFile(join(place.folder, 'postgres.log'))).subarray(logged).toString()
    throw explain(output || (await exited.promise), place)
  }
  child.unref()
  return { ended: exited.promise, stop: () => stop(child, place, binaries) }
}

async function isReady(child: ChildProcess, { cluster }: Place, exited: Promise<string>): Promise<boolean> {
  let isOver = false
  void exited.then(() => (isOver = true))
  while (!isOver) {
    const file = await readPidFile(cluster)
    if (file?.pid === child.pid && file?.isReady) return true
    await wait(5)
  }
  return false
}

async function stop(child: ChildProcess, { cluster }: Place, binaries: Binaries): Promise<void> {
  if (child.pid === undefined || isOver(child)) return
  child.ref()
  const ended = once(child, 'exit')
  const how = { cluster, pgCtl: program(binaries, 'pg_ctl') }
  await signalPostgres(child.pid, 'fast', how)
  await Promise.race([ended, wait(STOP_FAST_MS, undefined, { ref: false })])
  if (isOver(child)) return
  // Without the closing checkpoint: as safe as a power cut, and the next start replays the log.
  await signalPostgres(child.pid, 'immediate', how)
  await Promise.race([ended, wait(STOP_IMMEDIATE_MS, undefined, { ref: false })])
  if (!isOver(child)) child.kill('SIGKILL')
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Asks a server to end: `fast` closes connections and writes all out, `immediate` leaves that to the next start. */
export async function signalPostgres(
  pid: number,
  how: 'fast' | 'immediate',
  { cluster, pgCtl }: { cluster: string; pgCtl: string },
): Promise<void> {
  if (process.platform === 'win32') {
    await promisify(execFile)(pgCtl, ['stop', '-D', cluster, '-m', how, '-W']).catch(() => undefined)
    return
  }
  try {
    process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT')
  } catch {
    // It ended in this very moment.
  }
}

/**
 * A shell that waits for the end of our process, however it comes, and then asks the server to stop in good
 * order: its standard input is a pipe that only we hold open.
 */
function stopWithUs({ pid }: ChildProcess, { cluster, identity }: Place): ChildProcess | undefined {
  if (process.platform === 'win32' || pid === undefined) return undefined
  const script = 'read -r _; read -r pid < "$2" && [ "$pid" = "$1" ] && kill -INT "$1"'
  const watch = spawn(
    '/bin/sh',
    ['-c', script, 'docketbox-watch', String(pid), join(cluster, 'postmaster.pid')],
    {
      ...asIdentity(identity),
      cwd: '/',
      env: cleanEnvironment,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  watch.on('error', () => undefined)
  watch.stdin?.on('error', () => undefined)
  watch.unref()
  ;(watch.stdin as { unref?: () => void } | null)?.unref?.()
  return watch
}

/** The log of earlier runs is kept up to a size, then replaced by the next. */
async function openLog({ folder }: Place) {
  const path = join(folder, 'postgres.log')
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  if (size > LARGEST_LOG_BYTES) await rename(path, `${path}.old`)
  return open(path, 'a', 0o600)
}
