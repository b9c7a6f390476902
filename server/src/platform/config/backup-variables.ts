import { z } from 'zod'

export const backupVariables = {
  BACKUP_DIR: z
    .string()
    .regex(/^(?!s3:|$)|^s3:\/\/[^/]/, 'must be a folder or s3://bucket/prefix')
    .optional()
    .describe('Folder, or s3://bucket/prefix, for nightly backups. The last 14 are kept. Unset: no backups.'),
  BACKUP_S3_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .optional()
    .describe('S3-compatible service of an s3:// BACKUP_DIR. Unset: S3_URL, with its keys.'),
  BACKUP_S3_REGION: z.string().min(1).default('ap-southeast-2').describe('Region of that bucket.'),
  BACKUP_S3_ACCESS_KEY_ID: z.string().min(1).optional().describe('Access key of that service.'),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().min(1).optional().describe('Secret key of that service.'),
  BACKUP_KEY: z
    .string()
    .min(16, 'must be at least 16 characters')
    .optional()
    .describe('Passphrase that encrypts the secrets in backups. Keep it somewhere else.'),
}
