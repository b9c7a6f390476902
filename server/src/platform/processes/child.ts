import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export type ChildSettings = {
  /** What the child process runs. It replies to every message; its last argument is `maxMemoryMb`. */
  program: string
  args?: readonly string[]
  env?: Record<string, string>
  /** The only folder it may write to. */
  writableFolder?: string
  maxHeapMb: number
  /** It's killed before it takes more than this. */
  maxMemoryMb: number
  /** Below requests but not starved by them: a user may be waiting. */
  niceness: number
  /** Runs only while nothing else wants the processor: then it delays no request, whatever its niceness. */
  isIdle?: boolean
}

const isLinux = process.platform === 'linux'
/** Size of the program and its libraries, which `ulimit -d` doesn't count. */
const CODE_MB = 100
/** V8 reserves 512 MB for compiled code, and threads reserve stacks. The limit counts all of it, used or not. */
const RESERVED_MB = 590
/** How much a process may grow between two checks. */
const GROWTH_MB = 60
/** Memory grows by about half a gigabyte in a second. */
const WATCH_MS = 100
/** The unit in which Linux counts processor time. */
const CLOCK_TICK_MS = 10
/** Runs node with a limit on its data, without core dumps, and as the first one the kernel ends when memory is short. */
const LIMITING =
  'ulimit -c 0; ulimit -d "$1"; echo 1000 2>/dev/null >/proc/self/oom_score_adj; shift; exec "$@"'
/** Before that, for all its threads. Systems without the program have only the niceness. */
const IDLING = 'chrt --idle -p 0 $$ 2>/dev/null; '

/** Starts a process for untrusted files: it can only read, takes little memory, and gives way to requests. */
export function startChild(settings: ChildSettings): ChildProcess {
  const { program, args = [], env = {}, maxMemoryMb, niceness, isIdle = false } = settings
  const command = [process.execPath, ...nodeOptions(settings)]
  const child = fork(program, [...args, String(maxMemoryMb)], {
    ...(isLinux
      ? {
          execPath: '/bin/sh',
          execArgv: ['-c', (isIdle ? IDLING : '') + LIMITING, 'sh', dataLimit(maxMemoryMb), ...command],
        }
      : { execArgv: command.slice(1) }),
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  lowerPriority(child, niceness)
  child.unref()
  child.channel?.unref()
  return child
}

function nodeOptions({ maxHeapMb, writableFolder }: ChildSettings): string[] {
  return [
    `--max-old-space-size=${maxHeapMb}`,
    '--permission',
    '--allow-addons',
    '--allow-fs-read=*',
    ...(writableFolder === undefined ? [] : [`--allow-fs-write=${writableFolder}/*`]),
    '--disable-warning=SecurityWarning',
  ]
}

/** In kilobytes. Not of addresses: WebAssembly reserves 10 GB of those for each memory. */
function dataLimit(maxMemoryMb: number): string {
  return String((maxMemoryMb - CODE_MB + RESERVED_MB) * 1024)
}

export function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    return
  }
}

/** Kills a process that takes too much memory, even while it's busy. @returns a function that ends the watch. */
export function watchMemory(child: ChildProcess, maxMemoryMb: number): () => void {
  const watch = () => {
    if (residentMb(child.pid) > maxMemoryMb - GROWTH_MB) child.kill('SIGKILL')
  }
  const timer = setInterval(watch, WATCH_MS).unref()
  return () => clearInterval(timer)
}

/** The processor time a process has had, in milliseconds; infinite where the system doesn't report it. */
export function processorMs({ pid }: ChildProcess): number {
  if (!isLinux || pid === undefined) return Infinity
  try {
    // The name of the program may contain spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS
  } catch {
    return Infinity
  }
}

/** 0 where the system doesn't report it; there, the process checks its own memory. */
function residentMb(pid: number | undefined): number {
  if (!isLinux || pid === undefined) return 0
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) / 1024
  } catch {
    return 0
  }
}
