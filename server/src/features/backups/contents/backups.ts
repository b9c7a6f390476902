import { DAY_MS } from '@docketbox/contract/core/units'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { type Manifest, type Part, readManifest } from './manifest.ts'
import { linesOf } from './parts.ts'
import type { Listed } from './sorted.ts'
import type { Target } from './target.ts'

export type Backup = Readonly<{ name: string; manifest: Manifest }>

/** By how much the clocks of two machines may differ. */
const MAX_CLOCK_DIFFERENCE_MS = DAY_MS

/** The name of the backup of a moment; names sort by time. */
export function nameOf(startedAt: Date): string {
  return startedAt.toISOString().replaceAll(/[-:.]/g, '')
}

/** The names of all complete backups, oldest first. */
export async function listBackups({ manifests }: Target): Promise<string[]> {
  const names = (await manifests.list()).map((name) => /^(\d{8}T\d{9}Z)\.json$/.exec(name)?.[1])
  return names.filter((name) => name !== undefined).toSorted()
}

/** Which of these backups are dated in the future, because the clock was ahead: where they belong isn't known. */
export function misdated(names: readonly string[], now: Date): string[] {
  const latest = nameOf(new Date(now.getTime() + MAX_CLOCK_DIFFERENCE_MS))
  return names.filter((name) => name > latest)
}

/**
 * The name of the newest backup that isn't dated in the future; `say` names the others.
 * @throws CannotStart when there's none.
 */
export async function findNewest(target: Target, now: Date, say: (line: string) => void): Promise<string> {
  const names = await listBackups(target)
  const ahead = misdated(names, now)
  const newest = names.findLast((name) => !ahead.includes(name))
  if (newest === undefined) {
    throw new CannotStart(
      ahead.length === 0
        ? `There are no complete backups in ${target.location}.`
        : `All backups in ${target.location} are dated after this machine’s time: ${ahead.join(', ')}. Set its clock, or name one with --at.`,
    )
  }
  for (const name of ahead) say(`Left out, because it’s dated in the future: ${name}`)
  return newest
}

/** @throws CannotStart when it doesn't exist, or its manifest is damaged or of a newer release. */
export async function readBackup(target: Target, name: string): Promise<Backup> {
  const names = await listBackups(target)
  if (!names.includes(name)) {
    throw new CannotStart(`There is no backup ${name} in ${target.location}. There are: ${names.join(', ')}`)
  }
  const file = fileOf(name)
  return { name, manifest: readManifest(file, await target.manifests.read(file)) }
}

export function fileOf(name: string): string {
  return `${name}.json`
}

/** The stored files of a backup in the order of their hashes. */
export async function* listFiles(files: FileStore, parts: readonly Part[]): AsyncGenerator<Listed> {
  for await (const line of linesOf(files, parts)) {
    const [sha256 = '', sizeBytes] = line.split(' ')
    yield { sha256, sizeBytes: Number(sizeBytes) }
  }
}

/** Everything a manifest names itself: tables, lists and secrets. */
export function partsOf({ tables, jobs, files, secrets }: Manifest): { what: string; sha256: string }[] {
  const streams = [
    ...tables.map(({ name, parts }) => ({ what: `table ${name}`, parts })),
    { what: 'jobs', parts: jobs.parts },
    { what: 'the list of files', parts: files.parts },
    { what: 'secrets', parts: [secrets] },
  ]
  return streams.flatMap(({ what, parts }) => parts.map(({ sha256 }) => ({ what, sha256 })))
}
