import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { fileSystemStore } from '#platform/storage/file-system.ts'
import { s3Store } from '#platform/storage/s3/store.ts'
import { s3Texts } from '#platform/storage/s3/texts.ts'
import { syncFolder } from '#platform/storage/sync-folder.ts'

/** Where backups are: one manifest each, and the bytes that they share. */
export type Target = Readonly<{
  location: string
  /** Everything that manifests name, by its hash. */
  files: FileStore
  manifests: Readonly<{
    list(): Promise<string[]>
    read(name: string): Promise<string>
    /** Once this resolves, the text survives a crash. */
    write(name: string, text: string): Promise<void>
    remove(name: string): Promise<void>
  }>
}>

/**
 * Opens a folder, or `s3://bucket/prefix` on the service of the configuration.
 * @param mustExist whether a missing folder is an error; otherwise it's created.
 * @throws CannotStart
 */
export async function openTarget(
  location: string,
  config: Environment,
  { mustExist }: { mustExist: boolean },
): Promise<Target> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(location) ?? []
  return bucket === undefined
    ? openFolder(resolve(location), mustExist)
    : openBucket({ bucket, prefix: prefix && `${prefix}/` }, config)
}

async function openFolder(folder: string, mustExist: boolean): Promise<Target> {
  const manifests = join(folder, 'backups')
  try {
    if (mustExist) await readdir(manifests)
    else await mkdir(manifests, { recursive: true, mode: 0o700 })
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new CannotStart(
      mustExist ? `There are no backups in ${folder} (${code}).` : `${folder} can’t be written to (${code}).`,
      { cause },
    )
  }
  return {
    location: folder,
    files: await fileSystemStore(join(folder, 'files'), () => new Date()),
    manifests: {
      list: () => readdir(manifests),
      read: (name) => readFile(join(manifests, name), 'utf8'),
      async write(name, text) {
        const draft = join(manifests, `${name}.draft`)
        const file = await open(draft, 'w', 0o600)
        try {
          await file.writeFile(text)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(draft, join(manifests, name))
        await syncFolder(manifests)
      },
      remove: (name) => rm(join(manifests, name), { force: true }),
    },
  }
}

async function openBucket(
  { bucket, prefix }: { bucket: string; prefix: string },
  { S3_URL: url, S3_REGION: region, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, DATA_DIR }: Environment,
): Promise<Target> {
  if (!url || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new CannotStart(`A backup to s3://${bucket} needs S3_URL and the other S3 settings.`)
  const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY }
  const settings = { url, bucket, region, ...keys }
  const incoming = join(DATA_DIR, 'files/incoming')
  return {
    location: `s3://${bucket}/${prefix}`,
    files: await s3Store({ ...settings, prefix: `${prefix}files/`, incoming }, () => new Date()),
    manifests: s3Texts({ ...settings, prefix: `${prefix}backups/` }),
  }
}
