import type { Bytes } from './bytes.ts'
import type { FileProperties } from './properties.ts'

/**
 * Checks whether a PDF needs a password. `isLocked` has to load the document, so it's called only if the PDF mentions
 * encryption, which doesn't always mean a password.
 */
export async function readPdf(bytes: Bytes, isLocked: () => Promise<boolean>): Promise<FileProperties> {
  const isEncrypted = await contains(bytes, '/Encrypt')
  return {
    type: 'application/pdf',
    width: null,
    height: null,
    preview: isEncrypted && (await isLocked()) ? 'locked' : 'image',
    takenOn: null,
  }
}

async function contains(bytes: Bytes, text: string): Promise<boolean> {
  const overlap = text.length - 1
  for (let offset = 0; offset < bytes.size;) {
    const piece = await bytes.from(offset)
    if (piece.includes(text, 0, 'latin1')) return true
    offset += piece.length
    // It may span two windows.
    const edge = await bytes.at(Math.max(0, offset - overlap), 2 * overlap)
    if (edge.includes(text, 0, 'latin1')) return true
  }
  return false
}
