import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { api, type Endpoint, type Input } from '@docketbox/contract'
import { pdf } from '@docketbox/testing/files/samples'
import type { Product } from '@docketbox/testing/product/start'
import { type ApiResponse, call, type Person } from '#testing/harness.ts'
import { fileOf, fuel } from '#testing/receipts.ts'

/** An upload as a phone sees it, which retries with the same key until the response is 201. */
export type Docket = {
  /** The round it was started in; each ends with a crash. */
  round: number
  bytes: Buffer
  key: string
  uri?: string
  ids?: { id: string; file: string }
}

const RETRY_MS = 20
/** Per round, because all of them are read in the end. */
const MAX_DOCKETS = 10

/** A user who files one docket after the other, and retries each step until it succeeds. */
export function startUploading(person: Person, productOf: () => Product) {
  const dockets: Docket[] = []
  const taken = new Set<Docket>()

  async function send<E extends Endpoint>(
    endpoint: E,
    input: Input<E, File>,
    key?: string,
  ): Promise<ApiResponse<E>['body']> {
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    const { status, body } = await call(productOf().url, endpoint, input, person, headers)
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  /** Finishes a docket. Repeating the same keys creates no duplicates. */
  async function finish(docket: Docket): Promise<void> {
    docket.uri ??= (
      await send(api.receipts.uploadFile, { body: fileOf(docket.bytes), query: {} }, `${docket.key}-file`)
    ).uri
    if (docket.ids) return
    const input = { body: { category: fuel, file: [{ uri: docket.uri }], description: 'Fuel' } }
    const { _id, file } = await send(api.receipts.save, input, `${docket.key}-save`)
    docket.ids = { id: _id, file: file[0]!._id }
  }

  function newDocket(round: number): Docket | undefined {
    if (dockets.filter((docket) => docket.round === round).length === MAX_DOCKETS) return undefined
    const docket = { round, bytes: newFile(), key: randomUUID() }
    dockets.push(docket)
    return docket
  }

  const filed = () => dockets.filter(({ ids }) => ids !== undefined)

  return {
    filed,
    async run(round: number, signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const unfinished = dockets.find((one) => one.ids === undefined && !taken.has(one))
        const docket = unfinished ?? newDocket(round)
        if (!docket) {
          await wait(RETRY_MS)
          continue
        }
        taken.add(docket)
        await finish(docket).catch(() => wait(RETRY_MS))
        taken.delete(docket)
      }
    },
    /** Finishes the rest. @returns a sentence for each docket that was acknowledged and is lost, or filed twice. */
    async findLosses(): Promise<string[]> {
      for (const docket of dockets) await finish(docket)
      const losses: string[] = []
      for (const { round, bytes, ids } of dockets) {
        const loss = await send(api.receipts.download, { query: ids! }).then(
          (body) => (body.equals(bytes) ? undefined : 'has other bytes'),
          (error: Error) => error.message,
        )
        if (loss !== undefined) losses.push(`receipt ${ids!.id}, begun before crash ${round}: ${loss}`)
      }
      const { totalDocs } = await send(api.receipts.list, { query: { limit: 1 } })
      if (totalDocs !== dockets.length) losses.push(`${totalDocs} receipts for ${dockets.length} dockets`)
      return losses
    },
    readingProgress: () => send(api.receipts.readingProgress, {}),
  }
}

/** From small to about 2 MB, no two alike. */
function newFile(): Buffer {
  const noise = randomBytes(2 ** (8 + Math.floor(Math.random() * 13))).toString('base64')
  return pdf(randomUUID(), { objects: [`<</Length ${noise.length}>>stream\n${noise}\nendstream`] })
}
