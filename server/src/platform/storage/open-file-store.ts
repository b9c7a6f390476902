import { join } from 'node:path'
import { CannotStart } from '#platform/config/cannot-start.ts'
import type { Environment } from '#platform/config/environment.ts'
import type { FileStore } from './file-store.ts'
import { fileSystemStore } from './folder/store.ts'
import { folderTexts, type Texts } from './folder/texts.ts'
import { s3Store } from '#platform/storage/s3/store.ts'
import { s3Texts } from '#platform/storage/s3/texts.ts'

export type OpenStore = Readonly<{
  /** For messages. */
  location: string
  files: FileStore
  /** Beside the files. */
  texts: Texts
}>

/**
 * The bucket of the configuration, or else a folder under DATA_DIR.
 * @throws CannotStart
 */
export async function openFileStore(config: Environment, now: () => Date): Promise<OpenStore> {
  const folder = join(config.DATA_DIR, 'files')
  const { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!url || !bucket || !accessKeyId || !secretAccessKey) return openFolder(folder, now)
  const settings = { url, bucket, region, accessKeyId, secretAccessKey }
  const files = await s3Store({ ...settings, incoming: join(folder, 'incoming') }, now)
  return { location: `s3://${bucket}`, files, texts: s3Texts(settings) }
}

async function openFolder(folder: string, now: () => Date): Promise<OpenStore> {
  const files = await fileSystemStore(folder, now).catch((cause: NodeJS.ErrnoException) => {
    throw new CannotStart(`${folder} can’t be written to (${cause.code}).`, { cause })
  })
  return { location: folder, files, texts: folderTexts(folder) }
}
