import type { Bytes } from './bytes.ts'
import type { Found } from './found.ts'

const PIECE_BYTES = 256 * 1024

/**
 * Reads whether a PDF names an encryption. One that does may still open without a password;
 * `isLocked` is asked only then, because it has to load the document.
 */
export async function readPdf(bytes: Bytes, isLocked: () => Promise<boolean>): Promise<Found> {
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
  for (let offset = 0; offset < bytes.size; offset += PIECE_BYTES) {
    // Overlapping, so that an edge cannot hide it.
    const piece = await bytes.at(offset, PIECE_BYTES + text.length)
    if (piece.includes(text, 0, 'latin1')) return true
  }
  return false
}
