import { z } from 'zod'

const gigabytes = z.coerce
  .number({ error: 'must be a number of gigabytes' })
  .positive('must be a number of gigabytes above 0')

const perMinute = z.coerce
  .number({ error: 'must be a number of requests' })
  .int('must be a whole number of requests')
  .positive('must be a number of requests above 0')

export const limitVariables = {
  STORAGE_GB_TRIAL: gigabytes
    .default(2)
    .describe('Storage of a user on the trial or without a plan, in GB of 1,073,741,824 bytes.'),
  STORAGE_GB_PRO: gigabytes
    .default(20)
    .describe('Storage of a user on Pro or on a plan created by an administrator, in GB.'),
  STORAGE_GB_PREMIUM: gigabytes.default(50).describe('Storage of a user on Premium, in GB.'),
  READS_PER_MINUTE: perMinute
    .default(6000)
    .describe(
      'How many pages and files one account may load per minute and process, all at once or spread out.',
    ),
  WRITES_PER_MINUTE: perMinute
    .default(1200)
    .describe('How many uploads and changes one account may make per minute and process.'),
  SEARCHES_PER_MINUTE: perMinute
    .default(300)
    .describe('How many searches, zips and packs one account may request per minute and process.'),
  DISK_RESERVE_MB: z.coerce
    .number({ error: 'must be a number of megabytes' })
    .min(0, 'must be a number of megabytes')
    .optional()
    .describe(
      'Free MB below which uploads are refused, on the disk that holds DATA_DIR or its files. Unset: 2 GB, or 5% of the disk if that’s more.',
    ),
}
