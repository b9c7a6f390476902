import { setTimeout as wait } from 'node:timers/promises'
import { api } from '@docketbox/contract'
import { callApi } from '@docketbox/testing/product/api'
import { multiplyReceipts } from '@docketbox/testing/database/seed-receipts'
import type { BenchProduct } from '../bench-product.ts'
import { categoryOf } from '../categories.ts'
import { type Figure, median, round } from '../figures.ts'
import { copyStoredFiles } from '../floors/copied-bytes.ts'
import type { FetchResult, FetchTask } from '../load/fetch-file.ts'
import { inChild } from '../load/task.ts'
import type { UploadResult, UploadTask } from '../load/uploads.ts'
import { riseOfMemoryMb } from '../memory.ts'

const ROUNDS = 5
const RECEIPTS = 1_000
const FILE_BYTES = 200_000
const POLL_MS = 10
const LARGE = { files: 40, sizeBytes: 2_000_000, receipts: 5_000 }

/** Making and downloading a tax pack, compared with copying the bytes of its receipts. */
export async function measurePacks(product: BenchProduct): Promise<Figure[]> {
  // First, while nothing has made the process larger.
  const rise = await riseForManyReceipts(product)
  const { token, incomeYear } = await personWithReceipts(product, FILE_BYTES, RECEIPTS)
  await makePack(product, token, incomeYear)
  const builds: number[] = []
  const downloads: number[] = []
  const copies: number[] = []
  for (let at = 0; at < ROUNDS; at++) {
    copies.push(await copyStoredFiles(product.dataDir, FILE_BYTES / 2))
    const began = performance.now()
    const path = await makePack(product, token, incomeYear)
    builds.push(performance.now() - began)
    const fetched = await inChild<FetchTask, FetchResult>('fetch-file.ts', { url: product.url, path, token })
    downloads.push(fetched.totalMs)
  }
  const [build, download, copy] = [median(builds), median(downloads), median(copies)]
  return [
    {
      what: `pack of ${RECEIPTS} x 200 KB, made`,
      measured: `${round(build)} ms`,
      floor: `copying the bytes ${round(copy)} ms, ${(build / copy).toFixed(2)} x`,
      target: 'at most 1.5 x',
      isReached: build <= 1.5 * copy,
    },
    {
      what: `pack of ${RECEIPTS} x 200 KB, made and downloaded`,
      measured: `${round(build + download)} ms`,
      target: 'under 2 s',
      isReached: build + download < 2000,
    },
    {
      what: `pack of ${LARGE.receipts} x 2 MB, peak memory`,
      measured: `+${round(rise)} MB`,
      target: 'at most 30 MB',
      isReached: rise <= 30,
    },
  ]
}

async function riseForManyReceipts(product: BenchProduct): Promise<number> {
  const person = await personWithReceipts(product, LARGE.sizeBytes, LARGE.files)
  // They share their files: what's read is the same.
  await product.db.query(multiplyReceipts(person.id, LARGE.receipts / LARGE.files))
  await product.db.query('vacuum analyze')
  return riseOfMemoryMb(product.pid, async () => {
    const path = await makePack(product, person.token, person.incomeYear)
    await inChild<FetchTask, FetchResult>('fetch-file.ts', { url: product.url, path, token: person.token })
  })
}

async function personWithReceipts(product: BenchProduct, sizeBytes: number, uploads: number) {
  const { token, _id: id } = await product.addPerson()
  const category = await categoryOf(product.url, token)
  const task = { url: product.url, token, category, connections: 4, sizeBytes, uploads }
  await inChild<UploadTask, UploadResult>('uploads.ts', task)
  const { recent } = await callApi(product.url, api.receipts.summary, {}, { token })
  return { id, token, incomeYear: recent[0]!.incomeYear }
}

/** @returns the path to download it from. */
async function makePack({ url }: BenchProduct, token: string, incomeYear: string): Promise<string> {
  const params = { incomeYear }
  const { _id } = await callApi(url, api.packs.request, { params, body: {} }, { token })
  for (;;) {
    const { state } = await callApi(url, api.packs.show, { params: { packId: _id } }, { token })
    if (state === 'ready') return api.packs.download.path.replace(':packId', _id)
    if (state === 'failed') throw new Error('The pack failed.')
    await wait(POLL_MS)
  }
}
