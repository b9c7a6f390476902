import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of a new, empty database cluster, as `DATA_DIR/postgres`. */
    clusterTemplate: string
  }
}

/** Gives a data directory a new, empty cluster, as if its first start had created it. */
export async function copyCluster(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await promisify(execFile)('cp', ['-Rp', inject('clusterTemplate'), dataDir])
}
