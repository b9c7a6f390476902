import { chmod, mkdir } from 'node:fs/promises'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Identity } from './identity.ts'

/** Makes the folder for what cannot lie in the checkout or the data directory, open for anybody to pass through. */
export async function openSystemDir(systemDir: string, identity: Identity | undefined): Promise<void> {
  try {
    await mkdir(systemDir, { recursive: true })
    await chmod(systemDir, 0o755)
  } catch (cause) {
    throw new CannotStart(
      `Postgres runs as the user ${identity?.name}, who cannot reach this folder, and ${systemDir} cannot be made: set DATA_DIR to a folder that user can reach, or set DATABASE_URL.`,
      { cause },
    )
  }
}
