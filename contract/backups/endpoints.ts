import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'

/** The backups of the whole product, for administrators. */
export const backupStatus = z.object({
  /** Whether there's one every night. */
  isEnabled: z.boolean(),
  /** Whether there's been none for two days. */
  isOverdue: z.boolean(),
  /** The last ones, newest first. */
  backups: z.array(
    z.object({
      _id: z.uuid(),
      startedAt: z.iso.datetime(),
      /** Null while it runs, and if it failed. */
      finishedAt: z.iso.datetime().nullable(),
      files: z.int().nullable(),
      bytes: z.int().nullable(),
      /** Files that were missing or damaged. */
      unreadable: z.int().nullable(),
    }),
  ),
})
export type BackupStatus = z.infer<typeof backupStatus>

export const backupEndpoints = {
  status: endpoint('GET /api/admin/backups', {
    right: 'customers:read',
    summary: 'When the product was last backed up.',
    response: backupStatus,
  }),
}
