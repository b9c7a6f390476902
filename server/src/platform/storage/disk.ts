import { MB_BYTES } from '@docketbox/contract/core/units'
import { statfs } from 'node:fs/promises'
import type { Environment } from '#platform/config/environment.ts'

const MIN_RESERVE_BYTES = 2048 * MB_BYTES
const RESERVE_SHARE = 0.05

export type DiskSpace = Readonly<{
  freeBytes: number
  totalBytes: number
  /** Free space that uploads may not use, so that the database and everything else keep working. */
  reserveBytes: number
  isLow: boolean
}>

/** The disk that files are received on. */
export type Disk = Readonly<{ space(): Promise<DiskSpace> }>

export function createDisk({
  DATA_DIR,
  DISK_RESERVE_MB,
}: Pick<Environment, 'DATA_DIR' | 'DISK_RESERVE_MB'>): Disk {
  return {
    async space() {
      const { bavail, blocks, bsize } = await statfs(DATA_DIR)
      const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
      const reserveBytes =
        DISK_RESERVE_MB === undefined
          ? Math.max(MIN_RESERVE_BYTES, totalBytes * RESERVE_SHARE)
          : DISK_RESERVE_MB * MB_BYTES
      return { freeBytes, totalBytes, reserveBytes, isLow: freeBytes < reserveBytes }
    },
  }
}
