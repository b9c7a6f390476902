import type { Bytes } from './bytes.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'

/** The last mentions count: changes to a PDF are appended. */
const MAX_MENTIONS = 8
/** Context to read around a mention: the rest of a trailer, or a dictionary. */
const AROUND_BYTES = 4_096

/** Either ends a PDF, each change to it, and the first page of a PDF made for the web. Some programs leave one of them out. */
const ENDS = ['startxref', '%%EOF']

/** Finds out whether a PDF is complete without loading it. Whether it needs a password is known once it's rendered. */
export async function readPdf(bytes: Bytes): Promise<FileProperties> {
  if (await isCutOff(bytes)) throw new UnacceptableFile('damagedDocument')
  return {
    type: 'application/pdf',
    width: null,
    height: null,
    preview: 'image',
    takenOn: null,
  }
}

/**
 * Whether a PDF has no end, or objects after it: more pages of a PDF for the web, or a change. Readers ignore anything else
 * there.
 */
async function isCutOff(bytes: Bytes): Promise<boolean> {
  const end = (await lastEnd(bytes, Math.max(0, bytes.size - AROUND_BYTES))) ?? (await lastEnd(bytes, 0))
  if (end === undefined) return true
  for (const at of await lastMentions(bytes, 'obj', end)) {
    const text = await textAt(bytes, Math.max(0, at - 20), 23)
    if (/\s\d+\s+\d+\s+obj$/.test(text)) return true
  }
  return false
}

async function lastEnd(bytes: Bytes, start: number): Promise<number | undefined> {
  let last: number | undefined
  for (const text of ENDS) {
    const at = (await lastMentions(bytes, text, start)).at(-1)
    if (at !== undefined && at > (last ?? -1)) last = at
  }
  return last
}

async function textAt(bytes: Bytes, offset: number, length: number): Promise<string> {
  return (await bytes.at(offset, length)).toString('latin1')
}

/** Where the last few mentions of a text after `start` begin. */
async function lastMentions(bytes: Bytes, text: string, start = 0): Promise<number[]> {
  let last: number[] = []
  const overlap = text.length - 1
  const collect = (piece: Buffer, offset: number) => {
    const found: number[] = []
    for (let end = piece.length; end >= text.length && found.length < MAX_MENTIONS;) {
      const at = piece.lastIndexOf(text, end - text.length, 'latin1')
      if (at === -1) break
      found.unshift(offset + at)
      end = at + overlap
    }
    last = [...new Set([...last, ...found])].slice(-MAX_MENTIONS)
  }
  for (let offset = start; offset < bytes.size;) {
    const piece = await bytes.from(offset)
    collect(piece, offset)
    offset += piece.length
    // It may span two windows.
    const edge = Math.max(start, offset - overlap)
    collect(await bytes.at(edge, 2 * overlap), edge)
  }
  return last
}
