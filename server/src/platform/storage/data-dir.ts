import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'

/**
 * Creates the data directory and checks that we can write to it. Other users may traverse it, since the database may run
 * as one of them, but can't list it. Everything this process creates later is private to its own user.
 */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dirname(dataDir), { recursive: true, mode: 0o711 })
    // Not recursive: in /proc, which takes no folders, Node would try forever.
    await mkdir(dataDir, { mode: 0o711 }).catch(async (error: unknown) => {
      const existing = await stat(dataDir).catch(() => undefined)
      if (!existing?.isDirectory()) throw error
    })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code
    throw new CannotStart(`DATA_DIR ${dataDir} isn't a folder we can write to (${why}).`, { cause })
  }
  process.umask(0o077)
}
