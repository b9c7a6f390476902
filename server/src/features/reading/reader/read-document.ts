import { openDocument } from '../documents/open.ts'
import type { Engine } from '../engine/engine.ts'
import type { Page } from '../engine/page.ts'
import { extract } from '../extract/extract.ts'
import { toReadFields, toReceiptArea } from '../extract/read-fields.ts'
import { maskCardNumbers } from '../words/card-numbers.ts'
import type { FileReading } from '#platform/storage/reader.ts'

/** Several pages of a receipt. Search uses no more, and To file loads the text of each upload. */
const MAX_TEXT_LENGTH = 8_000

/**
 * Reads a file: recognises its pictures, takes the text it has, and finds the fields in both.
 * @param engine called for when there is a picture.
 * @throws when the file can't be opened.
 */
export async function readDocument(
  file: Buffer,
  { type, latestDay, engine }: { type: string; latestDay: string; engine: () => Promise<Engine> },
): Promise<FileReading> {
  const pages: Page[] = []
  const hasPlaces: boolean[] = []
  for await (const page of openDocument(file, type)) {
    pages.push(page.kind === 'text' ? page.page : await (await engine()).recognise(page.image))
    hasPlaces.push(page.kind === 'image' || page.hasPlaces)
  }
  const extraction = extract(pages, latestDay)
  const text = extraction.rows.map(({ text }) => text).join('\n')
  const isPicture = type.startsWith('image/')
  return {
    text: maskCardNumbers(text).slice(0, MAX_TEXT_LENGTH).toWellFormed(),
    fields: toReadFields(extraction, pages, hasPlaces),
    pages: pages.length,
    receipts: isPicture ? extraction.receipts.map((corners) => toReceiptArea(corners, pages[0]!)) : [],
  }
}
