import type { Bytes } from './bytes.ts'
import { readDoc } from './doc.ts'
import { readDocx } from './docx.ts'
import { type FileProperties, UnacceptableFile } from './properties.ts'
import { isHeic, readHeic } from './heic.ts'
import { readJpeg } from './jpeg.ts'
import { readPdf } from './pdf.ts'
import { readGif, readPng, readWebp } from './images.ts'

/** Decision 15, to the whole megapixel: cameras sold as "50 MP" make up to 50.3 million. */
const MOST_MEGAPIXELS = 50

/**
 * What a file is, by its content alone.
 * @param isLocked whether it, a PDF, needs a password; asked only for one that names an encryption.
 * @throws UnacceptableFile when it is not to be kept.
 */
export async function inspect(bytes: Bytes, isLocked: () => Promise<boolean>): Promise<FileProperties> {
  const found = await read(bytes, isLocked)
  if (found.width !== null && found.height !== null) {
    if (found.width === 0 || found.height === 0) throw new UnacceptableFile('damagedImage')
    if (Math.round((found.width * found.height) / 1e6) > MOST_MEGAPIXELS)
      throw new UnacceptableFile('tooManyPixels')
  }
  return found
}

async function read(bytes: Bytes, isLocked: () => Promise<boolean>): Promise<FileProperties> {
  if (bytes.size === 0) throw new UnacceptableFile('emptyFile')
  const head = Buffer.from(await bytes.at(0, 64))
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return readJpeg(bytes)
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return readPng(bytes)
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return readGif(bytes)
  if (text.startsWith('RIFF') && text.startsWith('WEBP', 8)) return readWebp(bytes)
  if (isHeic(head)) return readHeic(bytes)
  if (text.startsWith('%PDF-')) return readPdf(bytes, isLocked)
  if (text.startsWith('PK\x03\x04')) return readDocx(bytes)
  if (text.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return readDoc(bytes)
  throw new UnacceptableFile('wrongType')
}
