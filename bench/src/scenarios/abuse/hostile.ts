import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { receiptEndpoints } from '@docketbox/contract'
import { bombPdf, endlessPdf } from '@docketbox/testing/files/hostile'
import type { SignedInPerson } from '@docketbox/testing/people/people'
import { callApi } from '@docketbox/testing/product/api'
import type { BenchProduct } from '../../bench-product.ts'
import { type Figure, median, percentile, round } from '../../figures.ts'
import { makeUnique, photoOf } from '../../load/photo.ts'

const ACCOUNTS = 10
const FILES = 5
const ROUNDS = 7
const UPLOADS = 60
const PHOTO_BYTES = 300_000
const MAX_MEMORY_MB = 800
const WATCH_MS = 50

/** What ten accounts with five files each, which take minutes or gigabytes to draw, do to someone else. */
export async function measureHostile(product: BenchProduct): Promise<Figure[]> {
  const ann = await product.addPerson()
  const photo = await photoOf(PHOTO_BYTES)
  const memory = watchChildren(product.pid)
  await roundOf(product, ann, photo)
  const alone = await roundOf(product, ann, photo)
  const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, () => product.addPerson()))
  const waiting: Promise<unknown>[] = []
  for (const [at, person] of accounts.entries())
    for (let file = 0; file < FILES; file++) {
      const content = file === 0 ? bombPdf(2_500) : endlessPdf(at * FILES + file)
      const uri = await upload(product, person, new File([new Uint8Array(content)], 'hostile.pdf'))
      waiting.push(show(product, person, uri).catch(() => undefined))
    }
  const meanwhile = await roundOf(product, ann, photo)
  await Promise.all(waiting)
  const peakMb = memory.stop()
  const maxMs = 2 * median(alone.previewMs) + 2_000
  const worst = Math.max(...meanwhile.previewMs)
  const [usual, p95] = [percentile(alone.uploadMs, 0.95), percentile(meanwhile.uploadMs, 0.95)]
  return [
    {
      what: 'a preview while ten accounts render hostile files',
      measured: `median ${round(median(meanwhile.previewMs))} ms, worst ${round(worst)} ms`,
      floor: `alone ${round(median(alone.previewMs))} ms`,
      target: `at most ${round(maxMs)} ms`,
      isReached: worst <= maxMs,
    },
    {
      what: 'an upload meanwhile',
      measured: `95 % under ${round(p95)} ms`,
      floor: `alone ${round(usual)} ms, ${(p95 / usual).toFixed(2)}x`,
      target: 'within 2x',
      isReached: p95 <= 2 * usual,
    },
    {
      what: 'peak memory of a process that renders or reads them',
      measured: `${round(peakMb)} MB`,
      target: `under ${MAX_MEMORY_MB} MB`,
      isReached: peakMb < MAX_MEMORY_MB,
    },
  ]
}

/** Uploads photos, and measures how long each upload and some of their previews take. */
async function roundOf(product: BenchProduct, person: SignedInPerson, photo: Buffer) {
  const [uploadMs, previewMs]: [number[], number[]] = [[], []]
  const bytes = Buffer.from(photo)
  for (let at = 0; at < UPLOADS; at++) {
    makeUnique(bytes, 0)
    const began = performance.now()
    const uri = await upload(product, person, new File([new Uint8Array(bytes)], 'docket.jpg'))
    uploadMs.push(performance.now() - began)
    if (at % Math.floor(UPLOADS / ROUNDS) !== 0) continue
    const startedAt = performance.now()
    // A preview refused with 503 has waited, too.
    await show(product, person, uri).catch(() => undefined)
    previewMs.push(performance.now() - startedAt)
  }
  return { uploadMs, previewMs }
}

async function upload({ url }: BenchProduct, { token }: SignedInPerson, file: File): Promise<string> {
  return (await callApi(url, receiptEndpoints.uploadFile, { body: file, query: {} }, { token })).uri
}

async function show({ url }: BenchProduct, { token }: SignedInPerson, uri: string): Promise<void> {
  const params = { draftId: uri.slice('draft:'.length) }
  await callApi(url, receiptEndpoints.draftPreview, { params, query: {} }, { token })
}

/** Watches the largest resident memory of the processes that the product starts for files. Linux only. */
function watchChildren(pid: number): { stop: () => number } {
  let peakMb = 0
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      for (const child of await childrenOf(pid)) peakMb = Math.max(peakMb, await peakOf(child))
      await wait(WATCH_MS)
    }
  }
  void watch()
  return {
    stop() {
      isOver = true
      return peakMb
    },
  }
}

async function childrenOf(pid: number): Promise<string[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    tasks.map((task) => readFile(`/proc/${pid}/task/${task}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter((child) => child !== ''))
}

async function peakOf(pid: string): Promise<number> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '')
  if (!command.includes('-process.ts')) return 0
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024
}
