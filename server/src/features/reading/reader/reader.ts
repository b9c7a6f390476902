import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Environment } from '#platform/config/environment.ts'
import type { Log } from '#platform/config/log.ts'
import { ChildFailed } from '#platform/processes/child-queue.ts'
import { createWorkFolder } from '#platform/processes/work-folders.ts'
import { type Reader, ReadingFailed } from '#platform/storage/reader.ts'
import { verifyModels } from '../engine/models.ts'
import { readQueue } from './read-queue.ts'

/** Grows with every change of the engine or the extractor that reads more. */
const VERSION = 6

type Options = {
  config: Pick<Environment, 'READING' | 'READING_MODEL_DIR'>
  log: Pick<Log, 'error'>
  queue?: ReturnType<typeof readQueue>
}

/** The one reader of a process. Its child process exists only while there is something to read. */
export function createReader({
  config: { READING, READING_MODEL_DIR: modelFolder },
  log,
  queue = readQueue({ modelFolder }),
}: Options): Reader {
  async function checkModels(): Promise<'ready' | 'unusable'> {
    try {
      await verifyModels(modelFolder)
      return 'ready'
    } catch (err) {
      log.error({ err }, 'receipts are not read because the models are unusable')
      return 'unusable'
    }
  }

  // Operators learn of it at the start, before anyone uploads a receipt.
  const status = READING === 'off' ? Promise.resolve('off' as const) : checkModels()

  return {
    version: VERSION,
    status: () => status,
    async read({ owner, open, type, latestDay, signal }) {
      const folder = await createWorkFolder('reading')
      try {
        const path = join(folder, 'file')
        await pipeline(await open(), createWriteStream(path))
        const turn = { owner, isUrgent: false }
        const { reading, problem = '' } = await queue
          .run({ path, type, latestDay }, turn, signal)
          .catch(asFailure)
        if (!reading) throw new ReadingFailed('unreadable', problem)
        return reading
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    overBudget: () => [...queue.overBudget(), ...queue.slow()],
    async close() {
      queue.close()
      await status
    },
  }
}

function asFailure(error: unknown): never {
  if (!(error instanceof ChildFailed)) throw error
  throw new ReadingFailed(error.reason === 'overtaken' ? 'cancelled' : error.reason, error.message)
}
