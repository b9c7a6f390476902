import { commonRefusals } from '@docketbox/contract'
import { Refusal } from '#platform/http/refusal.ts'
import { spentTime } from './spent-time.ts'
import { ChildFailed, createWorker, type Worker, type WorkerSettings } from './worker.ts'

export { ChildFailed } from './worker.ts'

/** The owner a task belongs to. `isUrgent` (a user is waiting) may become true while it's queued. */
export type Turn = { readonly owner: string; isUrgent: boolean }

/**
 * Runs tasks in child processes, fairly between owners (decision 059). Tasks that users wait for go first, then the owner
 * with the smallest expected load. Each owner has one task running at a time.
 */
export type ChildQueue<Task, Result> = {
  /**
   * @param signal aborted to stop the task while it runs.
   * @throws ChildFailed when the process ends, takes too long or is stopped; Refusal when too many of the owner's tasks
   * wait, or the product stops.
   */
  run: (task: Task, turn: Turn, signal?: AbortSignal) => Promise<Result>
  /** Owners whose files go last, because they took more than their share of this hour. */
  overBudget: () => string[]
  /** Owners whose files usually take long. */
  slow: () => string[]
  close: () => void
}

export type QueueSettings<Result> = WorkerSettings<Result> & {
  /** With two, short tasks overtake a long one in a second process. */
  maxChildren?: number
  /** The processor time that the files of one owner may take in an hour before they go last. */
  budgetMs?: number
  /** A task that takes longer may be overtaken. */
  shortMs?: number
  /** How many tasks of one owner may wait. */
  maxWaiting?: number
}

type QueuedTask<Task, Result> = PromiseWithResolvers<Result> & {
  task: Task
  turn: Turn
  /** Whether it was stopped before so that others could run. From then on it only runs when it doesn't delay them. */
  isLong: boolean
}
type Slot<Task, Result> = {
  worker: Worker<Task, Result>
  running?: { queued: QueuedTask<Task, Result>; since: number } | undefined
}

const BUDGET_MS = 120_000
const SHORT_MS = 1_000
/** The cost of an overtaken task, whose true duration is unknown. */
const OVERTAKEN_MS = 10_000
/** Files of owners whose files usually take longer don't overtake others. */
const LONG_MS = 5_000
const RETRY_AFTER_SECONDS = 10

export function childQueue<Task extends object, Result>(
  settings: QueueSettings<Result>,
): ChildQueue<Task, Result> {
  const { maxChildren = 1, maxWaiting = Infinity, budgetMs = BUDGET_MS, shortMs = SHORT_MS } = settings
  const slots: Slot<Task, Result>[] = Array.from({ length: maxChildren }, () => ({
    worker: createWorker<Task, Result>(settings),
  }))
  const [first, last] = [slots[0]!, slots.at(-1)!]
  const spent = spentTime(budgetMs)
  let waiting: QueuedTask<Task, Result>[] = []
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  function startNext(): void {
    clearTimeout(timer)
    for (const slot of slots) {
      if (slot.running) continue
      const next = slot === first || takesLong(first) ? nextFor(slot) : undefined
      if (next) void run(slot, next)
    }
    const next = nextFor(last)
    if (last === first || next === undefined) return
    if (worksLong(last) && order(next, last.running!.queued) < 0) return last.worker.end('overtaken')
    timer = setTimeout(startNext, shortMs / 2).unref()
  }

  function takesLong({ running }: Slot<Task, Result>): boolean {
    return running !== undefined && performance.now() - running.since >= shortMs
  }

  /** Whether its task has used much processor time: on a busy machine, every task takes long. */
  function worksLong({ running, worker }: Slot<Task, Result>): boolean {
    return running !== undefined && worker.spentMs() >= shortMs
  }

  function nextFor(slot: Slot<Task, Result>): QueuedTask<Task, Result> | undefined {
    const busy = new Set(slots.map(({ running }) => running?.queued.turn.owner))
    const free = waiting.filter(
      (queued) => !busy.has(queued.turn.owner) && (slot === first || !seemsLong(queued)),
    )
    return free.toSorted(order)[0]
  }

  function seemsLong({ turn, isLong }: QueuedTask<Task, Result>): boolean {
    return isLong || spent.usualOf(turn.owner) > LONG_MS
  }

  function order(a: QueuedTask<Task, Result>, b: QueuedTask<Task, Result>): number {
    return rankOf(a) - rankOf(b) || loadOf(a) - loadOf(b)
  }

  function rankOf({ turn }: QueuedTask<Task, Result>): number {
    return (spent.isOverBudget(turn.owner) ? 2 : 0) + (turn.isUrgent ? 0 : 1)
  }

  /** How much time the owner's files, running or waiting, are expected to take. */
  function loadOf({ turn: { owner } }: QueuedTask<Task, Result>): number {
    const running = slots.find((slot) => slot.running?.queued.turn.owner === owner)?.running
    const runningMs = running ? performance.now() - running.since : 0
    return Math.max(spent.usualOf(owner), runningMs) * (waitingOf(owner) + (running ? 1 : 0))
  }

  function waitingOf(owner: string): number {
    return waiting.filter(({ turn }) => turn.owner === owner).length
  }

  async function run(slot: Slot<Task, Result>, queued: QueuedTask<Task, Result>): Promise<void> {
    waiting = waiting.filter((other) => other !== queued)
    const since = performance.now()
    slot.running = { queued, since }
    const overtaken = slot === first ? undefined : first.running?.queued
    if (overtaken && worksLong(first) && order(queued, overtaken) < 0) first.worker.slowDown()
    let isOvertaken = false
    const running = slot.worker.run(queued.task)
    if (seemsLong(queued)) slot.worker.slowDown()
    try {
      queued.resolve(await running)
    } catch (error) {
      isOvertaken = error instanceof ChildFailed && error.reason === 'overtaken'
      if (isClosed) queued.reject(shuttingDown())
      else if (isOvertaken) waiting.push({ ...queued, isLong: true })
      else queued.reject(error)
    } finally {
      slot.running = undefined
      const ms = slot.worker.spentMs()
      spent.add(queued.turn.owner, ms, isOvertaken ? OVERTAKEN_MS : ms)
      startNext()
    }
  }

  return {
    async run(task, turn, signal) {
      if (isClosed) throw shuttingDown()
      if (waitingOf(turn.owner) >= maxWaiting) throw tooMany()
      const queued = { ...Promise.withResolvers<Result>(), task, turn, isLong: false }
      waiting.push(queued)
      signal?.addEventListener('abort', () => {
        slots.find(({ running }) => running?.queued.task === task)?.worker.end('cancelled')
      })
      startNext()
      return queued.promise
    },
    overBudget: () => spent.overBudget(),
    slow: () => spent.slowerThan(LONG_MS),
    close() {
      isClosed = true
      clearTimeout(timer)
      for (const { reject } of waiting.splice(0)) reject(shuttingDown())
      for (const { worker } of slots) worker.end('crashed')
    },
  }
}

/** The server stops; nothing is wrong with the task. */
function shuttingDown(): Refusal {
  return new Refusal(commonRefusals.unavailable)
}

function tooMany(): Refusal {
  return new Refusal(commonRefusals.unavailable, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
