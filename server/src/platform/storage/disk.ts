import { MB_BYTES } from '@docketbox/contract/core/units'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Environment } from '#platform/config/environment.ts'

const MIN_RESERVE_BYTES = 2048 * MB_BYTES
const RESERVE_SHARE = 0.05

export type DiskSpace = Readonly<{
  folder: string
  freeBytes: number
  totalBytes: number
  /** Free space that uploads may not use, so that the database and everything else keep working. */
  reserveBytes: number
  isLow: boolean
}>

/** The disk of DATA_DIR, or that of the files if it has less left: they may have their own. */
export type Disk = Readonly<{ space(): Promise<DiskSpace> }>

export function createDisk({
  DATA_DIR,
  DISK_RESERVE_MB,
}: Pick<Environment, 'DATA_DIR' | 'DISK_RESERVE_MB'>): Disk {
  async function spaceOf(folder: string): Promise<DiskSpace> {
    const { bavail, blocks, bsize } = await statfs(folder)
    const [freeBytes, totalBytes] = [bavail * bsize, blocks * bsize]
    const reserveBytes =
      DISK_RESERVE_MB === undefined
        ? Math.max(MIN_RESERVE_BYTES, totalBytes * RESERVE_SHARE)
        : DISK_RESERVE_MB * MB_BYTES
    return { folder, freeBytes, totalBytes, reserveBytes, isLow: freeBytes < reserveBytes }
  }

  return {
    async space() {
      const own = await spaceOf(DATA_DIR)
      const ofFiles = await spaceOf(join(DATA_DIR, 'files')).catch(() => own)
      return spareBytes(ofFiles) < spareBytes(own) ? ofFiles : own
    },
  }
}

function spareBytes({ freeBytes, reserveBytes }: DiskSpace): number {
  return freeBytes - reserveBytes
}
