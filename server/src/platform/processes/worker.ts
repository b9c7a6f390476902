import type { ChildProcess } from 'node:child_process'
import { type ChildSettings, lowerPriority, processorMs, startChild, watchMemory } from './child.ts'

/** Why a process ended in the middle of a task; `overtaken`, `cancelled`: because others waited. */
type Reason = 'crashed' | 'tookTooLong' | 'overtaken' | 'cancelled'

/** The process ended in the middle of a task. */
export class ChildFailed extends Error {
  override name = 'ChildFailed'
  readonly reason: Reason
  constructor(reason: Reason) {
    super(reason === 'tookTooLong' ? 'The process took too long.' : 'The process ended.')
    this.reason = reason
  }
}

export type WorkerSettings<Result> = ChildSettings & {
  /** Of processor time. A machine that's busy may take four times as long. */
  timeoutMs: number
  /** A process without tasks ends after this time, to free its memory. */
  idleMs: number
  /**
   * Runs the process only while the processor is idle, so that it delays no request. If it gets less than half of this time
   * as processor time, a new process with a higher priority does its task.
   */
  patienceMs?: number
  /** Whether to start a new process for the next task. `tasks`: how many the current one has run. */
  isWornOut?: (result: Result, tasks: number) => boolean
}

export type Worker<Task, Result> = {
  /** Runs the only task of the process. @throws ChildFailed */
  run(task: Task): Promise<Result>
  /** The processor time that the current or last task took, in milliseconds; its duration where that's unknown. */
  spentMs(): number
  /** Lets the current task continue below others. */
  slowDown(): void
  /** Ends the process; its task, if any, fails for this reason. */
  end(reason: Reason): void
}

const LOWEST_NICENESS = 15
const MAX_STRETCH = 4

/** One child process at a time: it starts when needed and ends when idle, too slow, too large or worn out. */
export function createWorker<Task extends object, Result>(
  settings: WorkerSettings<Result>,
): Worker<Task, Result> {
  const { timeoutMs, idleMs, patienceMs, maxMemoryMb, isWornOut = () => false } = settings
  let child: ChildProcess | undefined
  let current: PromiseWithResolvers<Result> | undefined
  let tasks = 0
  /** The time, and the processor time used, when the current task began. */
  let began = { at: 0, processorMs: 0 }
  let lastMs = 0
  let isSlowedDown = false
  let isStarved = false
  let timer: NodeJS.Timeout | undefined
  let patience: NodeJS.Timeout | undefined

  function start(): ChildProcess {
    tasks = 0
    isSlowedDown = false
    const started = startChild({ ...settings, isIdle: patienceMs !== undefined && !isStarved })
    const endWatch = watchMemory(started, maxMemoryMb)
    started.on('message', (result: Result) => {
      if (child === started) handleResult(result)
    })
    const handleExit = () => {
      endWatch()
      if (child !== started) return
      lastMs = spentMs()
      child = undefined
      settle()?.reject(new ChildFailed('crashed'))
    }
    started.once('error', handleExit)
    started.once('exit', handleExit)
    return started
  }

  function send(task: Task): void {
    const taker = (child ??= start())
    began = { at: performance.now(), processorMs: processorMs(taker) }
    limitTime(timeoutMs)
    taker.send(task, (error) => {
      if (error && child === taker) end('crashed')
    })
    if (!isStarved) watchPatiently(taker, task)
  }

  /** Doesn't count time in which a busy machine didn't run the process, up to a limit. */
  function limitTime(ms: number): void {
    const check = () => {
      const leftMs = timeoutMs - spentMs()
      const isStretched = performance.now() - began.at > (MAX_STRETCH - 1) * timeoutMs
      if (leftMs < timeoutMs / 2 || isStretched) end('tookTooLong')
      else limitTime(leftMs)
    }
    timer = setTimeout(check, ms).unref()
  }

  function spentMs(): number {
    if (!current || !child) return lastMs
    const spent = processorMs(child) - began.processorMs
    return Number.isFinite(spent) ? spent : performance.now() - began.at
  }

  function watchPatiently(taker: ChildProcess, task: Task): void {
    if (patienceMs === undefined) return
    const before = processorMs(taker)
    patience = setTimeout(() => {
      if (child !== taker || !current) return
      if (processorMs(taker) - before >= patienceMs / 2) return watchPatiently(taker, task)
      clearTimeout(timer)
      discard()
      isStarved = true
      send(task)
    }, patienceMs).unref()
  }

  function handleResult(result: Result): void {
    tasks++
    lastMs = spentMs()
    // A lowered priority can't be raised again.
    if (isSlowedDown || isWornOut(result, tasks)) discard()
    settle()?.resolve(result)
  }

  function settle(): PromiseWithResolvers<Result> | undefined {
    const settled = current
    current = undefined
    clearTimeout(patience)
    clearTimeout(timer)
    timer = setTimeout(discard, idleMs).unref()
    return settled
  }

  function discard(): void {
    const discarded = child
    // Cleared first, so that a task that arrives now starts a new process.
    child = undefined
    isStarved = false
    discarded?.kill('SIGKILL')
  }

  function end(reason: Reason): void {
    lastMs = spentMs()
    discard()
    settle()?.reject(new ChildFailed(reason))
  }

  return {
    run(task) {
      clearTimeout(timer)
      current = Promise.withResolvers<Result>()
      send(task)
      return current.promise
    },
    spentMs,
    slowDown() {
      if (isSlowedDown || !child) return
      isSlowedDown = true
      lowerPriority(child, LOWEST_NICENESS)
    },
    end,
  }
}
