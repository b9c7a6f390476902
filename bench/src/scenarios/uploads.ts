import { MB_BYTES } from '@docketbox/contract/core/units'
import type { BenchProduct } from '../bench-product.ts'
import { categoryOf } from '../categories.ts'
import { type Figure, median, round } from '../figures.ts'
import { syncedWritesPerSecond } from '../floors/synced-writes.ts'
import { inChild } from '../load/task.ts'
import type { UploadResult, UploadTask } from '../load/uploads.ts'
import { riseOfMemoryMb } from '../memory.ts'

const ROUNDS = 5
const SMALL_BYTES = 200_000
const LARGE_BYTES = 20 * MB_BYTES - 1000
const CONNECTIONS = 8
const UPLOADS = 600

/** Uploading and filing receipts, compared with just writing and syncing their bytes; and the memory for a large one. */
export async function measureUploads(product: BenchProduct): Promise<Figure[]> {
  const { token } = await product.addPerson()
  const category = await categoryOf(product.url, token)
  const task = { url: product.url, token, category, connections: CONNECTIONS }
  const upload = (sizeBytes: number, uploads: number, connections = CONNECTIONS) =>
    inChild<UploadTask, UploadResult>('uploads.ts', { ...task, sizeBytes, uploads, connections })
  await upload(SMALL_BYTES, 200)
  const rates: number[] = []
  const floor: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    floor.push(await syncedWritesPerSecond(product.dataDir, SMALL_BYTES, UPLOADS))
    rates.push((await upload(SMALL_BYTES, UPLOADS)).perSecond)
  }
  await upload(LARGE_BYTES, 2, 1)
  const rises: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    rises.push(await riseOfMemoryMb(product.pid, async () => void (await upload(LARGE_BYTES, 1, 1))))
  }
  const [rate, bare, rise] = [median(rates), median(floor), median(rises)]
  return [
    {
      what: 'uploads of 200 KB, saved and filed',
      measured: `${round(rate)}/s`,
      floor: `fsynced writes ${round(bare)}/s, 1/${(bare / rate).toFixed(1)}`,
      target: 'at least 1/4',
      isReached: rate * 4 >= bare,
    },
    {
      what: 'peak memory of a 20 MB upload',
      measured: `+${round(rise)} MB`,
      target: 'under 30 MB',
      isReached: rise < 30,
    },
  ]
}
