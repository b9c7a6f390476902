import { checkStored } from '#platform/storage/check-stored.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { type Backup, listFiles, partsOf } from './contents/backups.ts'
import type { Target } from './contents/target.ts'

const CONCURRENCY = 4

/** Missing or changed parts of a backup, by their path in `files`. */
export type Fault = Readonly<{ path: string; what: string; kind: 'missing' | 'damaged' }>

/** Reads everything a backup consists of and compares it with its hashes. */
export async function verifyBackup(target: Target, { manifest }: Backup): Promise<Fault[]> {
  const faults = await faultsIn(target.files, inOrder(partsOf(manifest)))
  // Without its list, the files can't be named.
  if (faults.some(({ what }) => what === 'the list of files')) return faults
  return [...faults, ...(await faultsIn(target.files, filesOf(target, { name: '', manifest })))]
}

/** The faults of tables, lists and secrets. */
export function faultsOfDatabase(target: Target, { manifest }: Backup): Promise<Fault[]> {
  return faultsIn(target.files, inOrder(partsOf(manifest)))
}

async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

async function* filesOf(target: Target, { manifest }: Backup) {
  const unreadable = new Set(manifest.unreadable)
  for await (const { sha256 } of listFiles(target.files, manifest.files.parts))
    if (!unreadable.has(sha256)) yield { sha256, what: 'a stored file' }
}

async function faultsIn(
  files: FileStore,
  expected: AsyncIterable<{ sha256: string; what: string }>,
): Promise<Fault[]> {
  const faults: Fault[] = []
  const checkNext = async () => {
    for await (const { sha256, what } of expected) {
      const { kind } = await checkStored(files, Buffer.from(sha256, 'hex'))
      if (kind === 'intact') continue
      const path = `files/${sha256.slice(0, 2)}/${sha256}`
      faults.push({ path, what, kind: kind === 'missing' ? 'missing' : 'damaged' })
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, checkNext))
  return faults.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}
