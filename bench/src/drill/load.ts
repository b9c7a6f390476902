import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api, urlOf } from '@docketbox/contract'
import type { CallRecord } from './summary.ts'

/** A receipt for which the product said 201, and the amount that it accepted later. */
export type Acknowledged = { id: string; file: string; bytes: Buffer; totalCents?: number }

/** Longer than the product may take to say that it can't. */
const GIVE_UP_MS = 20_000
const PAUSE_MS = 50

type LoadOptions = { url: string; token: string; category: string; writers: number; readers: number }

/**
 * Writes and reads as phones do: a call that failed is repeated with the same key until it succeeds.
 * @returns the counts, and a function that ends it.
 */
export function startLoad({ url, token, category, writers, readers }: LoadOptions) {
  const calls: CallRecord[] = []
  const acknowledged: Acknowledged[] = []
  const over = new AbortController()
  const headers = { authorization: `Bearer ${token}` }

  async function call(isWrite: boolean, path: string, init: RequestInit): Promise<Response | undefined> {
    const signal = AbortSignal.any([AbortSignal.timeout(GIVE_UP_MS), over.signal])
    const response = await fetch(url + path, { ...init, signal }).catch(() => undefined)
    if (over.signal.aborted) return undefined
    const status = response?.status ?? 0
    const hasRetryAfter = response?.headers.has('retry-after') ?? false
    calls.push({ at: performance.now(), isWrite, status, hasRetryAfter })
    return response
  }

  /** @returns the JSON of the first success; undefined once the load has ended. */
  async function retryUntilDone(path: string, initOf: () => RequestInit): Promise<unknown> {
    while (!over.signal.aborted) {
      const response = await call(true, path, initOf())
      if (response?.ok) {
        const body = await response.json().catch(() => undefined)
        if (body !== undefined) return body
      }
      await wait(PAUSE_MS)
    }
    return undefined
  }

  async function writeOne(): Promise<void> {
    const key = randomUUID()
    const bytes = Buffer.from(pdfOf(key))
    const draft = (await retryUntilDone(api.receipts.uploadFile.path, () => {
      const body = new FormData()
      body.append('file', new File([bytes], 'docket.pdf', { type: 'application/pdf' }))
      return { method: 'POST', headers: { ...headers, 'idempotency-key': `${key}-file` }, body }
    })) as { uri: string } | undefined
    if (!draft) return
    const receipt = (await retryUntilDone(api.receipts.save.path, () => ({
      method: 'POST',
      headers: { ...headers, 'idempotency-key': `${key}-save`, 'content-type': 'application/json' },
      body: JSON.stringify({ category, file: [{ uri: draft.uri }], description: `Docket ${key}` }),
    }))) as { _id: string; file: { _id: string }[] } | undefined
    if (!receipt) return
    const saved: Acknowledged = { id: receipt._id, file: receipt.file[0]!._id, bytes }
    acknowledged.push(saved)
    const totalCents = randomInt(1, 100_000)
    const changed = await retryUntilDone(
      urlOf(api.receipts.editFacts, { params: { uploadId: receipt._id } }),
      () => ({
        method: 'PATCH',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ totalCents }),
      }),
    )
    if (changed) saved.totalCents = totalCents
  }

  const running = [
    ...Array.from({ length: writers }, async () => {
      while (!over.signal.aborted) await writeOne()
    }),
    ...Array.from({ length: readers }, async () => {
      while (!over.signal.aborted) {
        const response = await call(false, `${api.receipts.list.path}?limit=20`, { headers })
        await response?.arrayBuffer().catch(() => undefined)
        await wait(PAUSE_MS)
      }
    }),
  ]
  return {
    calls,
    acknowledged,
    stop: async () => {
      over.abort()
      await Promise.all(running)
    },
  }
}

function pdfOf(text: string): string {
  return `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n% ${text}\ntrailer<</Root 1 0 R>>\n%%EOF`
}
