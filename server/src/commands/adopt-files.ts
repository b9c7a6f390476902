import { openFileStore } from '#platform/storage/open-file-store.ts'
import { recordFileStore } from '#platform/storage/claim-store.ts'
import type { CommandDeps } from './command-deps.ts'

/** Makes the database accept a store that has none of its files, because they're lost. */
export async function runAdoptFiles(
  { config, db, now }: Pick<CommandDeps, 'config' | 'db' | 'now'>,
  say: (line: string) => void,
): Promise<number> {
  const store = await openFileStore(config, now)
  await recordFileStore(db, store)
  say(`This database now uses ${store.location}. To see which files are missing, run npm run admin -- check.`)
  return 0
}
