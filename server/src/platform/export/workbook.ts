import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'
import { contentTypes, relationships, styles, workbookPart, workbookRelationships } from './workbook-parts.ts'
import { type AnySheet, sheetXml } from './sheet.ts'
import { zipBytes } from './zip.ts'
import type { Packed } from './zip-format.ts'

/** The same sheets always make the same bytes, whenever that is. */
const MODIFIED_ON = '1980-01-01'

/**
 * A workbook (xlsx), sheet by sheet and line by line: at most the packed bytes of it are in memory.
 * @param sheets with a name each, of at most 31 characters.
 */
export async function* workbookBytes(sheets: readonly AnySheet[]): AsyncGenerator<Buffer> {
  const names = sheets.map(({ name }) => name)
  const parts: Packed[] = [
    await deflated('[Content_Types].xml', [contentTypes(sheets.length)]),
    await deflated('_rels/.rels', [relationships]),
    await deflated('xl/workbook.xml', [workbookPart(names)]),
    await deflated('xl/_rels/workbook.xml.rels', [workbookRelationships(sheets.length)]),
    await deflated('xl/styles.xml', [styles]),
  ]
  for (const [index, sheet] of sheets.entries())
    parts.push(await deflated(`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheet)))
  for await (const chunk of zipBytes(parts)) yield Buffer.from(chunk)
}

async function deflated(name: string, text: Iterable<string> | AsyncIterable<string>): Promise<Packed> {
  let [checksum, unpackedBytes] = [0, 0]
  async function* measured(): AsyncGenerator<Buffer> {
    for await (const part of text) {
      const bytes = Buffer.from(part)
      checksum = crc32(bytes, checksum)
      unpackedBytes += bytes.length
      yield bytes
    }
  }
  const deflate = createDeflateRaw()
  const [bytes] = await Promise.all([buffer(deflate), pipeline(Readable.from(measured()), deflate)])
  return {
    name,
    modifiedOn: MODIFIED_ON,
    sizeBytes: bytes.length,
    unpackedBytes,
    crc32: checksum,
    read: async (into, start) => bytes.copy(into, 0, start),
  }
}
