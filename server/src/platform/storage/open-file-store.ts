import { join } from 'node:path'
import type { Environment } from '#platform/config/environment.ts'
import type { FileStore } from './file-store.ts'
import { fileSystemStore } from './file-system.ts'
import { s3Store } from '#platform/storage/s3/store.ts'

/** The bucket of the configuration, or else a folder under DATA_DIR. */
export function openFileStore(config: Environment, now: () => Date): Promise<FileStore> {
  const folder = join(config.DATA_DIR, 'files')
  const { S3_URL: url, S3_BUCKET: bucket, S3_REGION: region } = config
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!url || !bucket || !accessKeyId || !secretAccessKey) return fileSystemStore(folder, now)
  return s3Store(
    { url, bucket, region, accessKeyId, secretAccessKey, incoming: join(folder, 'incoming') },
    now,
  )
}
