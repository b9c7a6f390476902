import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { PreviewFailed, RendererClosed } from '#platform/storage/renderer.ts'

export type RenderTask =
  | { kind: 'isLocked'; path: string }
  /** Writes both pictures of the file at `path`. */
  | { kind: 'render'; path: string; thumbnail: string; page: string }
export type RenderResult = { isLocked?: boolean; pages?: number | null; problem?: string }

type QueuedTask = {
  task: RenderTask
  resolve: (result: RenderResult) => void
  reject: (error: Error) => void
}

const PROGRAM = join(import.meta.dirname, 'renderer-process.ts')
const IDLE_MS = 20_000
const TIMEOUT_MS = 60_000
/** Below requests but not starved by them: a user may be waiting for the preview. */
const NICENESS = 5
const MAX_HEAP_MB = 512

export type RenderQueue = {
  /** @param isUrgent before tasks that no one waits for. */
  run(task: RenderTask, isUrgent: boolean): Promise<RenderResult>
  close(): void
}

type Settings = {
  /** What the child process runs. */
  program?: string
  timeoutMs?: number
}

/**
 * Runs tasks one at a time in a child process, which starts when needed, ends when idle to free its memory, and is
 * replaced when it dies or takes too long.
 * @param folder the only one it may write to.
 */
export function renderQueue(
  folder: string,
  { program = PROGRAM, timeoutMs = TIMEOUT_MS }: Settings = {},
): RenderQueue {
  const urgent: QueuedTask[] = []
  const background: QueuedTask[] = []
  let current: QueuedTask | undefined
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function runNext(): void {
    clearTimeout(timer)
    current = urgent.shift() ?? background.shift()
    if (!current) {
      timer = setTimeout(stopIdle, IDLE_MS).unref()
      return
    }
    timer = setTimeout(kill, timeoutMs).unref()
    child ??= start()
    child.send(current.task, (error) => {
      if (error) kill()
    })
  }

  function start(): ChildProcess {
    const started = fork(program, [], {
      execArgv: [
        `--max-old-space-size=${MAX_HEAP_MB}`,
        '--permission',
        '--allow-addons',
        '--allow-fs-read=*',
        `--allow-fs-write=${folder}/*`,
        '--disable-warning=SecurityWarning',
      ],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    if (started.pid !== undefined) lowerPriority(started.pid)
    started.unref()
    started.channel?.unref()
    started.on('message', (result: RenderResult) => finish((queued) => settle(queued, result)))
    started.once('error', () => handleExit(started))
    started.once('exit', () => handleExit(started))
    return started
  }

  function handleExit(exited: ChildProcess): void {
    if (child !== exited) return
    child = undefined
    const error = isClosed ? new RendererClosed() : new PreviewFailed('The renderer ended.')
    finish(({ reject }) => reject(error))
  }

  function finish(settleTask: (queued: QueuedTask) => void): void {
    const finished = current
    current = undefined
    if (finished) settleTask(finished)
    runNext()
  }

  function kill(): void {
    child?.kill('SIGKILL')
  }

  function stopIdle(): void {
    const idle = child
    // Cleared first, so that a task that arrives now starts a new process.
    child = undefined
    idle?.kill('SIGKILL')
  }

  return {
    run: (task, isUrgent) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(new RendererClosed())
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

function settle({ resolve, reject }: QueuedTask, result: RenderResult): void {
  if (result.problem === undefined) resolve(result)
  else reject(new PreviewFailed(result.problem))
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICENESS)
  } catch {
    return
  }
}
