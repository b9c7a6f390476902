import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { fromBuffer } from 'yauzl'

export type Unzipped = { name: string; body: Buffer; modifiedAt: Date }

/** Opens a zip with an independent reader and verifies every checksum. */
export function unzip(zip: Buffer): Promise<Unzipped[]> {
  return new Promise((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true, strictFileNames: true }, (error, opened) => {
      if (error) return reject(error)
      const found: Unzipped[] = []
      opened.once('error', reject)
      opened.once('end', () => resolve(found))
      opened.on('entry', (entry) => {
        opened.openReadStream(entry, (problem, stream) => {
          if (problem) return reject(problem)
          buffer(stream)
            .then((body) => {
              if (crc32(body) !== entry.crc32) throw new Error(`${entry.fileName} has a wrong checksum.`)
              found.push({ name: entry.fileName, body, modifiedAt: entry.getLastModDate() })
              opened.readEntry()
            })
            .catch(reject)
        })
      })
      opened.readEntry()
    })
  })
}
