import { MB_BYTES } from '@docketbox/contract/core/units'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BenchProduct } from '../bench-product.ts'
import { categoryOf } from '../categories.ts'
import { type Figure, median, round } from '../figures.ts'
import { startFloor } from '../floors/start-floor.ts'
import type { FetchResult, FetchTask } from '../load/fetch-file.ts'
import { inChild } from '../load/task.ts'
import type { UploadResult, UploadTask } from '../load/uploads.ts'
import { riseOfMemoryMb } from '../memory.ts'

const ROUNDS = 7
const FILES = 200
const FILE_BYTES = 200_000

/** Downloading a category, compared with streaming one file of the same size. */
export async function measureZip(product: BenchProduct): Promise<Figure[]> {
  const { token } = await product.addPerson()
  const category = await categoryOf(product.url, token)
  const task = { url: product.url, token, category, sizeBytes: FILE_BYTES, connections: 4, uploads: FILES }
  await inChild<UploadTask, UploadResult>('uploads.ts', task)
  const path = `/api/receipt/many-download?category=${category}`
  const fetchFile = (from: FetchTask) => inChild<FetchTask, FetchResult>('fetch-file.ts', from)
  const zip = () => fetchFile({ url: product.url, path, token })

  const copied = join(product.dataDir, 'same-bytes.zip')
  const response = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })
  await writeFile(copied, Buffer.from(await response.arrayBuffer()))
  const floor = await startFloor('stream-copy.ts', copied)

  const zips: FetchResult[] = []
  const copies: FetchResult[] = []
  const rises: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    copies.push(await fetchFile({ url: floor.url, path: '/' }))
    rises.push(await riseOfMemoryMb(product.pid, async () => void zips.push(await zip())))
  }
  floor.stop()
  const rate = median(zips.map(({ bytesPerSecond }) => bytesPerSecond))
  const bare = median(copies.map(({ bytesPerSecond }) => bytesPerSecond))
  const rise = median(rises)
  const firstByteMs = median(zips.map((one) => one.firstByteMs))
  return [
    {
      what: 'zip of 200 x 200 KB',
      measured: `${round(rate / MB_BYTES)} MB/s`,
      floor: `stream copy ${round(bare / MB_BYTES)} MB/s, ${Math.round((100 * rate) / bare)}%`,
      target: 'at least 60%',
      isReached: rate >= 0.6 * bare,
    },
    {
      what: 'zip, peak memory',
      measured: `+${round(rise)} MB`,
      target: 'under 30 MB',
      isReached: rise < 30,
    },
    {
      what: 'zip, first byte',
      measured: `${round(firstByteMs)} ms`,
      target: 'under 50 ms',
      isReached: firstByteMs < 50,
    },
  ]
}
