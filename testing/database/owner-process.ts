import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { onTestFinished } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

type Started = { url: string; log: string[] }
export type OwnerProcess = Started & { child: ChildProcess; failure: string; kill: () => Promise<void> }
type Options = { uid?: number; gid?: number; [option: string]: unknown }

const program = `
  import { startEmbeddedPostgres } from '@docketbox/local/postgres'
  const log = []
  const options = JSON.parse(process.argv[1])
  const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
  try {
    const { url, stop } = await startEmbeddedPostgres({ ...options, log: (line) => log.push(line) })
    process.on('SIGTERM', () => stop().then(() => process.exit(0)))
    send({ url, log })
    setInterval(() => undefined, 1000)
  } catch (error) {
    send({ failure: error.name + ': ' + error.message, log })
  }
`

/** Starts a process that runs the embedded Postgres of a data directory, for tests that kill it. */
export async function startOwner({ uid, gid, ...options }: Options): Promise<OwnerProcess> {
  const child = beginOwner({ ...options, ...(uid !== undefined && { uid, gid }) })
  const [line] = (await once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')) as [string]
  const message = JSON.parse(line) as Started & { failure: string }
  return { ...message, child, kill: () => end(child, 'SIGKILL') }
}

/** Like startOwner, without waiting until it's ready. */
export function beginOwner({ uid, gid, ...options }: Options): ChildProcess {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(options)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(uid !== undefined && { uid, gid: gid ?? uid }),
  })
  onTestFinished(() => end(child, 'SIGTERM'))
  return child
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Runs one statement on its own connection. */
export async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

/** The server's pid, from its pid file. */
export function postmasterPid(cluster: string): number {
  return Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10)
}

/** Pids of the processes whose command line contains all of `words`; none where there is no /proc. */
export function findProcesses(...words: string[]): number[] {
  return globSync('/proc/[0-9]*/cmdline').flatMap((file) => {
    const command = readIfAlive(file)
    return words.every((word) => command.includes(word)) ? [Number(file.split('/')[2])] : []
  })
}

function readIfAlive(file: string): string {
  try {
    return readFileSync(file, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}
