import { join } from 'node:path'
import type { Adjustment } from '@docketbox/contract'
import { ChildFailed, childQueue, type ChildQueue } from '#platform/processes/child-queue.ts'
import { PreviewFailed } from '#platform/storage/renderer.ts'

export type RenderTask =
  /** Writes both pictures of the file at `path`. */
  | { kind: 'render'; path: string; thumbnail: string; page: string }
  /** Writes a picture of one page of the PDF at `path`. */
  | { kind: 'renderPage'; path: string; page: string; number: number }
  | { kind: 'fingerprint'; path: string }
  | { kind: 'compare'; path: string; other: string; areDrawn: boolean }
  /** Writes the adjusted picture. */
  | { kind: 'adjust'; path: string; result: string; adjustment: Adjustment }
export type RenderResult = {
  pages?: number | null
  fingerprint?: string
  areTheSame?: boolean
  /** Of the adjusted picture. */
  size?: { width: number; height: number }
  problem?: string
  /** Whether the problem is that it needs a password. */
  isLocked?: boolean
}
export type RenderQueue = ChildQueue<RenderTask, RenderResult>

const PROGRAM = join(import.meta.dirname, 'renderer-process.ts')
const IDLE_MS = 20_000
/** Photos of 50 megapixels take a tenth of this, on a busy machine half. */
const TIMEOUT_MS = 30_000
const NICENESS = 5
const MAX_HEAP_MB = 512
const MAX_MEMORY_MB = 800
const MAX_WAITING = 20
const PATIENCE_MS = 1_500

type Settings = {
  /** What the child process runs. */
  program?: string
  timeoutMs?: number
  shortMs?: number
  /** Whether it works only while nothing else wants the processor: for what no user waits for. */
  givesWay?: boolean
}

/**
 * Runs tasks in child processes. They fail with PreviewFailed when the file is to blame.
 * @param folder the only one it may write to.
 */
export function renderQueue(
  folder: string,
  { program = PROGRAM, timeoutMs = TIMEOUT_MS, shortMs, givesWay = false }: Settings = {},
): RenderQueue {
  const queue = childQueue<RenderTask, RenderResult>({
    program,
    writableFolder: folder,
    maxHeapMb: MAX_HEAP_MB,
    maxMemoryMb: MAX_MEMORY_MB,
    maxChildren: givesWay ? 1 : 2,
    maxWaiting: MAX_WAITING,
    timeoutMs,
    idleMs: IDLE_MS,
    niceness: NICENESS,
    ...(givesWay && { patienceMs: PATIENCE_MS }),
    ...(shortMs !== undefined && { shortMs }),
  })
  return {
    ...queue,
    async run(task, turn) {
      const { problem, isLocked, ...result } = await queue.run(task, turn).catch(blameFile)
      if (problem !== undefined) throw new PreviewFailed(problem, { reason: isLocked ? 'locked' : 'broken' })
      return result
    },
  }
}

function blameFile(error: unknown): never {
  if (!(error instanceof ChildFailed)) throw error
  const reason = error.reason === 'tookTooLong' ? 'tookTooLong' : 'broken'
  throw new PreviewFailed('The renderer ended.', { reason, cause: error })
}
