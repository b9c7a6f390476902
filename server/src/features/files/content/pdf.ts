import type { Bytes } from './bytes.ts'
import type { FileProperties } from './properties.ts'

/**
 * Reads whether a PDF names an encryption. One that does may still open without a password;
 * `isLocked` is asked only then, because it has to load the document.
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
    // An edge of two pieces must not hide it.
    const edge = await bytes.at(Math.max(0, offset - overlap), 2 * overlap)
    if (edge.includes(text, 0, 'latin1')) return true
  }
  return false
}
