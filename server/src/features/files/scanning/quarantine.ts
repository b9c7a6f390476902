import type { Db } from '#platform/database/database.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { listInfected } from './store.ts'

/** How long a process may still open a file that another process has found infected. */
const FRESH_MS = 2_000

/** Malware was found in a stored file. With this code, callers treat the file as unreadable. */
class Quarantined extends Error {
  override name = 'Quarantined'
  readonly code = 'EACCES'
}

export function isQuarantined(error: unknown): boolean {
  return error instanceof Quarantined
}

/** Wraps a store so that infected files can't be opened. */
export function withQuarantine(files: FileStore, db: Db): FileStore {
  let infected = Promise.resolve(new Set<string>())
  let readAt = -Infinity

  async function refuseInfected(sha256: Buffer): Promise<void> {
    if (performance.now() - readAt > FRESH_MS) {
      readAt = performance.now()
      infected = listInfected(db)
      infected.catch(() => (readAt = -Infinity))
    }
    if ((await infected).has(sha256.toString('hex'))) throw new Quarantined('A file is in quarantine.')
  }

  return {
    ...files,
    async open(sha256, range) {
      await refuseInfected(sha256)
      return files.open(sha256, range)
    },
    async read(sha256, into, start) {
      await refuseInfected(sha256)
      return files.read(sha256, into, start)
    },
  }
}
