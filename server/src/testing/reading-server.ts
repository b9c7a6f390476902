import { api, type Draft, type Receipt, type ReceiptDetails } from '@docketbox/contract'
import { vi } from 'vitest'
import type { FileReading } from '#platform/storage/reader.ts'
import { pdf } from '@docketbox/testing/files/samples'
import { type Person, startTestServer } from './harness.ts'
import { fileOf, fuel } from './receipts.ts'
import { scriptedReader } from './scripted-reader.ts'

type Script = (content: string) => FileReading | Promise<FileReading>

/** A test server with a scripted reader. */
export async function startReadingServer() {
  let script: Script
  let count = 0
  const server = await startTestServer(
    {},
    undefined,
    scriptedReader((content) => script(content)),
  )
  const { draft, save, details } = api.receipts

  const draftOf = async (uri: string, person: Person): Promise<Draft> =>
    (await server.call(draft, { params: { draftId: idOf(uri) } }, person)).body
  const show = async ({ _id }: Pick<Receipt, '_id'>, person: Person): Promise<ReceiptDetails> =>
    (await server.call(details, { params: { uploadId: _id } }, person)).body

  return {
    server,
    draftOf,
    show,
    newFile: () => fileOf(pdf(`Docket ${count++}`)),
    /** @param next gets the bytes of each file as text. */
    answerWith(next: Script) {
      script = next
    },
    /** Holds the reader until the returned function is called. */
    holdReader(answer: FileReading): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      script = () => promise.then(() => answer)
      return resolve
    },
    /** A draft's reading, once it's finished. */
    read: (uri: string, person: Person) =>
      vi.waitUntil(
        async () => {
          const { reading } = await draftOf(uri, person)
          return reading.state !== 'waiting' && reading
        },
        { timeout: 30_000 },
      ),
    async file(uri: string, person: Person, more: object = {}): Promise<Receipt> {
      const body = { category: fuel, file: [{ uri }], ...more }
      const saved = await server.call(save, { body }, person)
      if (saved.status !== 201) throw new Error(JSON.stringify(saved.body))
      return saved.body
    },
    /** The receipt once its files were read. */
    afterReading: (receipt: Receipt, person: Person) =>
      vi.waitUntil(
        async () => {
          const shown = await show(receipt, person)
          return shown.readings.every(({ state }) => state !== 'waiting') && shown
        },
        { timeout: 30_000 },
      ),
  }
}

export function idOf(uri: string): string {
  return uri.slice('draft:'.length)
}
