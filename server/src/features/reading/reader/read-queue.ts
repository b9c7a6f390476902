import { join } from 'node:path'
import { childQueue, type ChildQueue } from '#platform/processes/child-queue.ts'
import type { FileReading } from '#platform/storage/reader.ts'

export type ReadTask = { path: string; type: string; latestDay: string }
/** `problem`: why the file couldn't be read. Memory is that of the process. */
export type ReadResult = {
  reading?: FileReading
  problem?: string
  ms: number
  cpuMs: number
  memoryMb: number
  peakMemoryMb: number
}
export type ReadQueue = ChildQueue<ReadTask, ReadResult>

const PROGRAM = join(import.meta.dirname, 'reader-process.ts')
const TIMEOUT_MS = 45_000
const IDLE_MS = 60_000
/** Used once it has starved: below requests, but high enough for a busy machine to read a file in time. */
const NICENESS = 5
/** A receipt takes about one second. */
const PATIENCE_MS = 1_500
const MAX_HEAP_MB = 384
const MAX_MEMORY_MB = 800
/** A process that has grown this large between tasks is replaced before the next one. */
const WORN_OUT_MEMORY_MB = 500
const TASKS_PER_PROCESS = 100

type Settings = {
  modelFolder?: string | undefined
  /** What the child process runs. */
  program?: string
  timeoutMs?: number
  idleMs?: number
  maxMemoryMb?: number
  niceness?: number
  /** Whether it reads only while nothing else wants the processor. */
  givesWay?: boolean
}

/** Reads files one at a time in a child process that may write nowhere. */
export function readQueue({
  modelFolder = '',
  program = PROGRAM,
  timeoutMs = TIMEOUT_MS,
  idleMs = IDLE_MS,
  maxMemoryMb = MAX_MEMORY_MB,
  niceness = NICENESS,
  givesWay = true,
}: Settings = {}): ReadQueue {
  return childQueue<ReadTask, ReadResult>({
    program,
    args: [modelFolder],
    // glibc's arenas would double the memory: sizes differ with every image.
    env: { MALLOC_ARENA_MAX: '1' },
    maxHeapMb: MAX_HEAP_MB,
    maxMemoryMb,
    timeoutMs,
    idleMs,
    niceness,
    ...(givesWay && { patienceMs: PATIENCE_MS }),
    // Earlier files may have fragmented the memory that a failed one needed, so it's tried again in a new process.
    isWornOut: ({ problem, memoryMb }, tasks) =>
      problem !== undefined || tasks >= TASKS_PER_PROCESS || memoryMb > WORN_OUT_MEMORY_MB,
  })
}
