import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { commonRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'

export type Question =
  | { kind: 'isLocked'; path: string }
  /** Writes the two pictures of the file at `path`. */
  | { kind: 'make'; path: string; thumbnail: string; page: string }
export type Answer = { isLocked?: boolean; pages?: number | null; problem?: string }

type Waiting = { question: Question; resolve: (answer: Answer) => void; reject: (error: Error) => void }

const PROGRAM = join(import.meta.dirname, 'picture-process.ts')
const IDLE_MS = 20_000
const TIMEOUT_MS = 60_000
/** Behind every request, yet not starved by them: somebody may be waiting to see what they uploaded. */
const POLITENESS = 5
const MOST_HEAP_MB = 512

/** Thrown when a file cannot be shown: it is broken, or took too long. */
export class NoPicture extends Error {
  override name = 'NoPicture'
}

export type PictureMaker = {
  /** @param isUrgent before those that nobody waits for. */
  ask(question: Question, isUrgent: boolean): Promise<Answer>
  close(): void
}

type Settings = {
  /** What the process runs. */
  program?: string
  timeoutMs?: number
}

/**
 * Makes pictures in a process of its own, one at a time. It starts when it is needed, is gone when idle (and its
 * memory with it), and is replaced when it dies or takes too long.
 * @param folder the only one it may write to.
 */
export function pictureMaker(
  folder: string,
  { program = PROGRAM, timeoutMs = TIMEOUT_MS }: Settings = {},
): PictureMaker {
  const urgent: Waiting[] = []
  const patient: Waiting[] = []
  let current: Waiting | undefined
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function next(): void {
    clearTimeout(timer)
    current = urgent.shift() ?? patient.shift()
    if (!current) {
      timer = setTimeout(rest, IDLE_MS).unref()
      return
    }
    timer = setTimeout(kill, timeoutMs).unref()
    child ??= start()
    child.send(current.question, (error) => {
      if (error) kill()
    })
  }

  function start(): ChildProcess {
    const started = fork(program, [], {
      execArgv: [
        `--max-old-space-size=${MOST_HEAP_MB}`,
        '--permission',
        '--allow-addons',
        '--allow-fs-read=*',
        `--allow-fs-write=${folder}/*`,
        '--disable-warning=SecurityWarning',
      ],
      env: {},
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    if (started.pid !== undefined) lower(started.pid)
    started.unref()
    started.channel?.unref()
    started.on('message', (answer: Answer) => finish((waiting) => settle(waiting, answer)))
    started.once('error', () => gone(started))
    started.once('exit', () => gone(started))
    return started
  }

  function gone(which: ChildProcess): void {
    if (child !== which) return
    child = undefined
    const why = isClosed ? closed() : new NoPicture('The process that makes pictures ended.')
    finish(({ reject }) => reject(why))
  }

  function finish(tell: (waiting: Waiting) => void): void {
    const done = current
    current = undefined
    if (done) tell(done)
    next()
  }

  function kill(): void {
    child?.kill('SIGKILL')
  }

  function rest(): void {
    const idle = child
    // Forgotten first: a question that comes now starts a new one.
    child = undefined
    idle?.kill('SIGKILL')
  }

  return {
    ask: (question, isUrgent) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed())
        const line = isUrgent ? urgent : patient
        line.push({ question, resolve, reject })
        if (!current) next()
      }),
    close() {
      isClosed = true
      clearTimeout(timer)
      kill()
    },
  }
}

function settle({ resolve, reject }: Waiting, answer: Answer): void {
  if (answer.problem === undefined) resolve(answer)
  else reject(new NoPicture(answer.problem))
}

/** Requests come first. */
function lower(pid: number): void {
  try {
    setPriority(pid, POLITENESS)
  } catch {
    return
  }
}

/** Nothing is wrong with the file: the server is about to end. */
function closed(): Refusal {
  return new Refusal(commonRefusals.unavailable)
}
