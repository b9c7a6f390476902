import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'

/** Where Debian has Postgres and the rest. */
export const PATH = '/usr/lib/postgresql/15/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** A program of the cluster, with its output in a file of the drill's folder. */
export type Program = Readonly<{
  name: string
  pid: number
  isRunning: () => boolean
  /** Ends it and waits. */
  stop: (signal?: NodeJS.Signals) => Promise<void>
}>

type Options = {
  folder: string
  env?: Record<string, string>
  /** The system user it runs as, if we are root. */
  user?: string
  cwd?: string
}

/** Starts a program in its own process group. */
export function startProgram(name: string, command: string[], options: Options): Program {
  const { folder, env = {}, user, cwd = folder } = options
  const [file, ...args] = user ? ['setpriv', ...as(user), '--', ...command] : command
  const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
  const child = spawn(file!, args, {
    cwd,
    env: { PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  child.on('error', (error) => log.write(`${error.message}\n`))
  const ended = once(child, 'exit')
  ended.catch(() => undefined)
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null
  process.once('exit', () => isRunning() && signalGroup(child, 'SIGKILL'))
  return {
    name,
    pid: child.pid ?? 0,
    isRunning,
    stop: async (signal = 'SIGTERM') => {
      if (!isRunning()) return
      signalGroup(child, signal)
      await ended
    },
  }
}

function as(user: string): string[] {
  return [`--reuid=${user}`, `--regid=${user}`, '--init-groups']
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid!, signal)
  } catch {
    // It has just ended.
  }
}
