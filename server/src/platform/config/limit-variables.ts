import { z } from 'zod'

const gigabytes = z.coerce
  .number({ error: 'must be a number of gigabytes' })
  .positive('must be a number of gigabytes above 0')

const perMinute = z.coerce
  .number({ error: 'must be a number of requests' })
  .int('must be a whole number of requests')
  .positive('must be a number of requests above 0')

/** Settings of what each user may store and ask for. */
export const limitVariables = {
  STORAGE_GB_TRIAL: gigabytes
    .default(2)
    .describe('Storage of a user on the trial or without a plan, in GB of 1,073,741,824 bytes.'),
  STORAGE_GB_PRO: gigabytes.default(20).describe('The same on Pro and on plans created by administrators.'),
  STORAGE_GB_PREMIUM: gigabytes.default(50).describe('The same on Premium.'),
  READS_PER_MINUTE: perMinute
    .default(6000)
    .describe('How many pages and files one account may load per minute and process, at once or spread.'),
  WRITES_PER_MINUTE: perMinute.default(1200).describe('The same for uploads and changes.'),
  SEARCHES_PER_MINUTE: perMinute.default(300).describe('The same for searches, zips and packs.'),
  DISK_RESERVE_MB: z.coerce
    .number({ error: 'must be a number of megabytes' })
    .min(0, 'must be a number of megabytes')
    .optional()
    .describe(
      'Uploads are refused while the disk of DATA_DIR has less free. Unset: 2 GB, or 5 % of the disk if that is more.',
    ),
}
