import { DAY_MS } from '@docketbox/contract/core/units'
import type { Deps } from '#platform/config/deps.ts'
import { fileOf, listBackups, listFiles, misdated, partsOf, readBackup } from '../contents/backups.ts'
import { without } from '../contents/sorted.ts'
import type { Target } from '../contents/target.ts'
import { withBackupLock } from './lock.ts'

/** The next backup may use the bytes of an interrupted one, so they usually stay this long. */
const GRACE_MS = DAY_MS

/**
 * Removes all but the newest `keep` backups, and then the bytes that none of them names. A backup whose manifest can't be
 * read stops it before anything is removed. Those dated in the future stay: if the clock is wrong now, they're good ones.
 * @param graceMs how long the bytes of interrupted backups stay.
 * @returns their names.
 * @throws the last error of bytes that can't be removed, after all others are.
 */
export function pruneBackups(
  { databaseUrl, now }: Pick<Deps, 'databaseUrl' | 'now'>,
  target: Target,
  { keep, graceMs = GRACE_MS }: { keep: number; graceMs?: number },
): Promise<string[]> {
  return withBackupLock(databaseUrl, () => prune(target, keep, { now: now(), graceMs }))
}

async function prune(
  target: Target,
  keep: number,
  { now, graceMs }: { now: Date; graceMs: number },
): Promise<string[]> {
  const names = await listBackups(target)
  const ahead = misdated(names, now)
  const others = names.filter((name) => !ahead.includes(name))
  const kept = await Promise.all([...others.slice(-keep), ...ahead].map((name) => readBackup(target, name)))
  for (const name of others.slice(0, -keep)) await target.manifests.remove(fileOf(name))
  let unnamed: AsyncIterable<{ sha256: string }> = oldBytes(target, now.getTime() - graceMs)
  for (const { manifest } of kept) unnamed = without(unnamed, listFiles(target.files, manifest.files.parts))
  const parts = new Set(kept.flatMap(({ manifest }) => partsOf(manifest).map(({ sha256 }) => sha256)))
  const failures: unknown[] = []
  for await (const { sha256 } of unnamed) {
    if (parts.has(sha256)) continue
    await target.files.remove(Buffer.from(sha256, 'hex')).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures.at(-1)
  return ahead
}

async function* oldBytes({ files }: Target, storedBefore: number): AsyncGenerator<{ sha256: string }> {
  for await (const { sha256, storedAt } of files.list())
    if (storedAt.getTime() < storedBefore) yield { sha256: sha256.toString('hex') }
}
