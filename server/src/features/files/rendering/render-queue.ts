import { join } from 'node:path'
import type { Adjustment } from '@docketbox/contract'
import { ChildFailed, childQueue, type ChildQueue } from '#platform/processes/child-queue.ts'
import { PreviewFailed } from '#platform/storage/renderer.ts'

export type RenderTask =
  | { kind: 'isLocked'; path: string }
  /** Writes both pictures of the file at `path`. */
  | { kind: 'render'; path: string; thumbnail: string; page: string }
  /** Writes a picture of one page of the PDF at `path`. */
  | { kind: 'renderPage'; path: string; page: string; number: number }
  | { kind: 'fingerprint'; path: string }
  | { kind: 'compare'; path: string; other: string }
  /** Writes the adjusted picture. */
  | { kind: 'adjust'; path: string; result: string; adjustment: Adjustment }
export type RenderResult = {
  isLocked?: boolean
  pages?: number | null
  fingerprint?: string
  areTheSame?: boolean
  /** Of the adjusted picture. */
  size?: { width: number; height: number }
  problem?: string
}
export type RenderQueue = ChildQueue<RenderTask, RenderResult>

const PROGRAM = join(import.meta.dirname, 'renderer-process.ts')
const IDLE_MS = 20_000
const TIMEOUT_MS = 60_000
const NICENESS = 5
const MAX_HEAP_MB = 512

type Settings = {
  /** What the child process runs. */
  program?: string
  timeoutMs?: number
}

/**
 * Runs tasks one at a time in a child process. They fail with PreviewFailed when the file is to blame.
 * @param folder the only one it may write to.
 */
export function renderQueue(
  folder: string,
  { program = PROGRAM, timeoutMs = TIMEOUT_MS }: Settings = {},
): RenderQueue {
  const { run, close } = childQueue<RenderTask, RenderResult>({
    program,
    writableFolder: folder,
    maxHeapMb: MAX_HEAP_MB,
    timeoutMs,
    idleMs: IDLE_MS,
    niceness: NICENESS,
  })
  return {
    close,
    async run(task, isUrgent) {
      const result = await run(task, isUrgent).catch((error: unknown) => {
        throw error instanceof ChildFailed
          ? new PreviewFailed('The renderer ended.', { cause: error })
          : error
      })
      if (result.problem !== undefined) throw new PreviewFailed(result.problem)
      return result
    },
  }
}
