import type { GreyImage } from '../engine/grey-image.ts'
import type { Page } from '../engine/page.ts'
import { docxPage } from './docx.ts'
import { pdfPages } from './pdf.ts'
import { decodeHeicPhoto, decodePhoto } from './photo.ts'

/** A page as a picture to recognise, or as text. `hasPlaces`: whether the preview shows its text where its boxes say. */
export type DocumentPage =
  | { kind: 'image'; image: GreyImage }
  | { kind: 'text'; page: Page; hasPlaces: boolean }

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const DOC = 'application/msword'

/**
 * The pages of a file, one after the other; none for an old Word document.
 * @param type the media type that was detected at upload.
 * @throws when the file is broken, locked or of another type.
 */
export async function* openDocument(file: Buffer, type: string): AsyncGenerator<DocumentPage> {
  if (type === DOC) return
  if (type === DOCX) yield { kind: 'text', page: await docxPage(file), hasPlaces: false }
  else if (type === 'application/pdf') {
    for await (const page of pdfPages(file)) {
      yield 'lines' in page ? { kind: 'text', page, hasPlaces: true } : { kind: 'image', image: page }
    }
  } else if (/^image\/hei[cf]$/.test(type)) yield { kind: 'image', image: await decodeHeicPhoto(file) }
  else yield { kind: 'image', image: await decodePhoto(file) }
}
