import { access, constants, mkdir } from 'node:fs/promises'
import { CannotStart } from '#platform/config/cannot-start.ts'

/**
 * Makes the data directory and checks that we may work in it. Other users may pass through it, to folders inside
 * that let them in (the database may run as one of them), but see nothing of it; and whatever this process creates
 * from here on is for its own user only.
 */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code
    throw new CannotStart(`DATA_DIR ${dataDir} cannot be used as a folder to write in (${why}).`, { cause })
  }
  process.umask(0o077)
}
