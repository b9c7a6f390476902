import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { commonRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'

/** Runs tasks one at a time in a child process. */
export type ChildQueue<Task, Result> = {
  /**
   * @param isUrgent before tasks that no one waits for.
   * @throws ChildFailed when the process ends or takes too long.
   */
  run: (task: Task, isUrgent: boolean) => Promise<Result>
  close: () => void
}

export type ChildSettings<Result> = {
  /** What the child process runs. It replies to every message with one of its own. */
  program: string
  args?: readonly string[]
  env?: Record<string, string>
  /** The only folder it may write to. */
  writableFolder?: string
  maxHeapMb: number
  timeoutMs: number
  /** A process without tasks ends after this time, to free its memory. */
  idleMs: number
  /** Below requests but not starved by them: a user may be waiting. */
  niceness: number
  /** Whether a new process takes the next task. `tasks` counts those the current one has run. */
  isWornOut?: (result: Result, tasks: number) => boolean
}

/** The process ended in the middle of a task, or was killed because it took too long. */
export class ChildFailed extends Error {
  override name = 'ChildFailed'
  readonly reason: 'crashed' | 'tookTooLong'
  constructor(reason: 'crashed' | 'tookTooLong') {
    super(reason === 'crashed' ? 'The process ended.' : 'The process took too long.')
    this.reason = reason
  }
}

type QueuedTask<Task, Result> = {
  task: Task
  resolve: (result: Result) => void
  reject: (error: Error) => void
}

/** The process starts when needed, ends when idle, and is replaced when it dies, takes too long or is worn out. */
export function childQueue<Task extends object, Result>(
  settings: ChildSettings<Result>,
): ChildQueue<Task, Result> {
  const { timeoutMs, idleMs, isWornOut = () => false } = settings
  const urgent: QueuedTask<Task, Result>[] = []
  const background: QueuedTask<Task, Result>[] = []
  let current: QueuedTask<Task, Result> | undefined
  let child: ChildProcess | undefined
  let tasks = 0
  let timer: NodeJS.Timeout | undefined
  let isLate = false
  let isClosed = false

  function runNext(): void {
    clearTimeout(timer)
    current = urgent.shift() ?? background.shift()
    if (!current) {
      timer = setTimeout(stop, idleMs).unref()
      return
    }
    isLate = false
    timer = setTimeout(killLate, timeoutMs).unref()
    child ??= start()
    child.send(current.task, (error) => {
      if (error) kill()
    })
  }

  function start(): ChildProcess {
    tasks = 0
    const started = startChild(settings)
    started.on('message', (result: Result) => {
      if (child === started) handleResult(result)
    })
    started.once('error', () => handleExit(started))
    started.once('exit', () => handleExit(started))
    return started
  }

  function handleResult(result: Result): void {
    tasks++
    if (isWornOut(result, tasks)) stop()
    finish(({ resolve }) => resolve(result))
  }

  function handleExit(exited: ChildProcess): void {
    if (child !== exited) return
    child = undefined
    const error = isClosed ? shuttingDown() : new ChildFailed(isLate ? 'tookTooLong' : 'crashed')
    finish(({ reject }) => reject(error))
  }

  function finish(settle: (queued: QueuedTask<Task, Result>) => void): void {
    const finished = current
    current = undefined
    if (finished) settle(finished)
    runNext()
  }

  function killLate(): void {
    isLate = true
    kill()
  }

  function kill(): void {
    child?.kill('SIGKILL')
  }

  function stop(): void {
    const stopped = child
    // Cleared first, so that a task that arrives now starts a new process.
    child = undefined
    stopped?.kill('SIGKILL')
  }

  return {
    run: (task, isUrgent) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(shuttingDown())
        const queue = isUrgent ? urgent : background
        queue.push({ task, resolve, reject })
        if (!current) runNext()
      }),
    close() {
      isClosed = true
      clearTimeout(timer)
      kill()
    },
  }
}

function startChild({
  program,
  args = [],
  env = {},
  maxHeapMb,
  writableFolder,
  niceness,
}: ChildSettings<never>): ChildProcess {
  const child = fork(program, args, {
    execArgv: [
      `--max-old-space-size=${maxHeapMb}`,
      '--permission',
      '--allow-addons',
      '--allow-fs-read=*',
      ...(writableFolder === undefined ? [] : [`--allow-fs-write=${writableFolder}/*`]),
      '--disable-warning=SecurityWarning',
    ],
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid, niceness)
  child.unref()
  child.channel?.unref()
  return child
}

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    return
  }
}

/** The server stops; nothing is wrong with the task. */
function shuttingDown(): Refusal {
  return new Refusal(commonRefusals.unavailable)
}
