import { existsSync } from 'node:fs'
import { mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import type { FileStore } from '#platform/storage/file-store.ts'
import { fileSystemStore } from '#platform/storage/folder/store.ts'
import { folderTexts, type Texts } from '#platform/storage/folder/texts.ts'
import { s3Store } from '#platform/storage/s3/store.ts'
import { s3Texts } from '#platform/storage/s3/texts.ts'

/** Where backups are: one manifest each, and the bytes that they share. */
export type Target = Readonly<{
  location: string
  /** Everything that manifests name, by its hash. */
  files: FileStore
  manifests: Texts
}>

/**
 * Opens a folder, or `s3://bucket/prefix` on a service of the configuration.
 * @param mustExist whether a missing folder is an error; otherwise it's created.
 * @param isReadOnly whether backups will only be read, perhaps from a disk that can't be written to.
 * @throws CannotStart
 */
export async function openTarget(
  location: string,
  config: Environment,
  { mustExist, isReadOnly = false }: { mustExist: boolean; isReadOnly?: boolean },
): Promise<Target> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(location) ?? []
  return bucket === undefined
    ? openFolder(resolve(location), config.DATA_DIR, { mustExist, isReadOnly })
    : openBucket({ bucket, prefix: prefix && `${prefix}/` }, config)
}

async function openFolder(
  folder: string,
  dataDir: string,
  { mustExist, isReadOnly }: { mustExist: boolean; isReadOnly: boolean },
): Promise<Target> {
  await refuseDataDir(folder, dataDir, mustExist)
  const manifests = join(folder, 'backups')
  try {
    if (mustExist) await readdir(manifests)
    else await mkdir(manifests, { recursive: true, mode: 0o700 })
    if (isReadOnly) await readdir(join(folder, 'files'))
    const files = await fileSystemStore(join(folder, 'files'), () => new Date(), { isReadOnly })
    return { location: folder, files, manifests: folderTexts(manifests) }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new CannotStart(
      code === 'ENOENT'
        ? `There are no backups in ${folder}.`
        : `${folder} can’t be ${isReadOnly ? 'read' : 'written to'} (${code}).`,
      { cause },
    )
  }
}

/** Refuses DATA_DIR, and a new place inside it unless it's another disk: it would be lost with what it protects. */
async function refuseDataDir(folder: string, dataDir: string, mustExist: boolean): Promise<void> {
  const data = await realpath(dataDir).catch(() => dataDir)
  const place = await realpath(folder).catch(() => folder)
  if (place === data) throw new CannotStart(`${folder} is DATA_DIR itself: name a folder on another disk.`)
  if (mustExist || existsSync(join(folder, 'backups'))) return
  const parent = await nearestFolder(folder)
  if (`${parent}${sep}`.startsWith(data + sep) && (await stat(parent)).dev === (await stat(data)).dev)
    throw new CannotStart(`${folder} is inside DATA_DIR: name a folder on another disk.`)
}

/** What exists of a path, without links. */
async function nearestFolder(path: string): Promise<string> {
  return realpath(path).catch(() => nearestFolder(dirname(path)))
}

/** The service and keys of backups, or else those of the product's own bucket. */
function accessOf(bucket: string, config: Environment) {
  const own = config.BACKUP_S3_URL !== undefined
  const url = own ? config.BACKUP_S3_URL : config.S3_URL
  const region = own ? config.BACKUP_S3_REGION : config.S3_REGION
  const accessKeyId = own ? config.BACKUP_S3_ACCESS_KEY_ID : config.S3_ACCESS_KEY_ID
  const secretAccessKey = own ? config.BACKUP_S3_SECRET_ACCESS_KEY : config.S3_SECRET_ACCESS_KEY
  if (!url || !accessKeyId || !secretAccessKey)
    throw new CannotStart(
      `A backup to s3://${bucket} needs ${own ? 'BACKUP_S3_URL and its keys' : 'S3_URL and the other S3 settings'}.`,
    )
  return { url, region, accessKeyId, secretAccessKey }
}

async function openBucket(
  { bucket, prefix }: { bucket: string; prefix: string },
  config: Environment,
): Promise<Target> {
  const settings = { ...accessOf(bucket, config), bucket }
  const incoming = join(config.DATA_DIR, 'files/incoming')
  return {
    location: `s3://${bucket}/${prefix}`,
    files: await s3Store({ ...settings, prefix: `${prefix}files/`, incoming }, () => new Date()),
    manifests: s3Texts({ ...settings, prefix: `${prefix}backups/` }),
  }
}
