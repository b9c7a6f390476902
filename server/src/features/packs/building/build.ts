import type { Deps } from '#platform/config/deps.ts'
import { findPack, type PackKey } from '../store.ts'
import { checkOriginals } from './check.ts'
import { writeDocuments } from './documents.ts'
import { takeSnapshot } from './take-snapshot.ts'

export type BuildDeps = Pick<Deps, 'config' | 'db' | 'files' | 'fonts' | 'now' | 'taxRules'>

/**
 * Makes a pack: takes its data at one moment, checks every original file, then writes the documents about them. Each step
 * is stored, so that another run continues from there.
 */
export async function build(deps: BuildDeps, key: PackKey, signal: AbortSignal): Promise<void> {
  const pack = await findPack(deps.db, key)
  // Its account may have been deleted.
  if (!pack || pack.state === 'ready' || pack.state === 'failed') return
  if (pack.takenAt === null) await takeSnapshot(deps, key)
  await checkOriginals(deps, key, signal)
  await writeDocuments(deps, key, signal)
}
