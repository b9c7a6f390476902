import { CannotStart } from '#platform/config/cannot-start.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { type Manifest, type Part, readManifest } from './manifest.ts'
import { linesOf } from './parts.ts'
import type { Listed } from './sorted.ts'
import type { Target } from './target.ts'

export type Backup = Readonly<{ name: string; manifest: Manifest }>

/** The name of the backup of a moment; names sort by time. */
export function nameOf(startedAt: Date): string {
  return startedAt.toISOString().replaceAll(/[-:.]/g, '')
}

/** The names of all complete backups, oldest first. */
export async function listBackups({ manifests }: Target): Promise<string[]> {
  const names = (await manifests.list()).map((name) => /^(\d{8}T\d{9}Z)\.json$/.exec(name)?.[1])
  return names.filter((name) => name !== undefined).toSorted()
}

/**
 * @param name Default: the newest.
 * @throws CannotStart when there's none, or its manifest is damaged or of a newer release.
 */
export async function readBackup(target: Target, name?: string): Promise<Backup> {
  const names = await listBackups(target)
  const chosen = name ?? names.at(-1)
  if (chosen === undefined || !names.includes(chosen)) {
    throw new CannotStart(
      name === undefined
        ? `There are no complete backups in ${target.location}.`
        : `There is no backup ${name} in ${target.location}. There are: ${names.join(', ')}`,
    )
  }
  const file = fileOf(chosen)
  return { name: chosen, manifest: readManifest(file, await target.manifests.read(file)) }
}

/** The file of a manifest. */
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
