import { MB_BYTES } from '@docketbox/contract/core/units'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import type { Page } from '../engine/page.ts'
import { textPage } from './text-page.ts'

/** In the order of a page; a letterhead is in its header. */
const PARTS = [/^word\/header\d*\.xml$/, /^word\/document\.xml$/, /^word\/footer\d*\.xml$/]
/** Of all parts. */
const MAX_TEXT_BYTES = 20 * MB_BYTES
const MAX_LINES = 400
/** Where lines are laid out; only their proportions matter. */
const LINE_PX = 20
const LETTER_PX = 9
const PAGE_WIDTH_PX = 800

/** A tag ends before the next one begins: otherwise each of many that don't end would be searched to the end of the text. */
const TAG_OR_TEXT = /<(\/?)(w:(?:t|p|tr|tc|tab|br))\b[^<>]*?(\/?)>|([^<]+)|<[^<>]*>/g
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * The text of a Word document, laid out line by line.
 * @throws when it isn't a Word document or its text is larger than 20 MB.
 */
export async function docxPage(file: Buffer): Promise<Page> {
  const lines = (await partsOf(file)).flatMap(linesOf).slice(0, MAX_LINES)
  return textPage(
    { width: PAGE_WIDTH_PX, height: (lines.length + 1) * LINE_PX },
    lines.map((text, i) => ({
      text,
      left: 0,
      baseline: (i + 1) * LINE_PX,
      width: text.length * LETTER_PX,
      height: LINE_PX * 0.6,
    })),
  )
}

/** The XML of its header, text and footer. Those of first and even pages often say the same again. */
async function partsOf(file: Buffer): Promise<string[]> {
  const zip = await fromBufferPromise(file, { lazyEntries: true })
  const parts = PARTS.map(() => new Set<string>())
  let size = 0
  for await (const entry of zip.eachEntry()) {
    const part = parts[PARTS.findIndex((name) => name.test(entry.fileName))]
    if (!part) continue
    size += entry.uncompressedSize
    if (size > MAX_TEXT_BYTES) throw new Error('The document has too much text.')
    part.add((await buffer(await zip.openReadStreamPromise(entry))).toString())
  }
  if (parts[1]!.size === 0) throw new Error('The document has no text.')
  return parts.flatMap((part) => [...part])
}

/** One line per paragraph or table row. */
function linesOf(xml: string): string[] {
  const lines: string[] = []
  let line = ''
  let [isText, isRow] = [false, false]
  const endLine = () => {
    lines.push(line.replace(/\s+/g, ' ').trim())
    line = ''
  }
  for (const [, closing, tag, selfClosing, text] of xml.matchAll(TAG_OR_TEXT)) {
    if (text !== undefined) line += isText ? decoded(text) : ''
    else if (tag === 'w:t') isText = closing === '' && selfClosing === ''
    else if (tag === 'w:tab' || (tag === 'w:tc' && closing !== '')) line += ' '
    else if (tag === 'w:tr') {
      isRow = closing === ''
      if (closing !== '') endLine()
    } else if (tag === 'w:br' || (tag === 'w:p' && closing !== '')) {
      if (isRow) line += ' '
      else endLine()
    }
  }
  return lines.filter((text) => text !== '')
}

function decoded(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? entity
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
  })
}
