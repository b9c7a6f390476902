import type { PDFPageProxy } from 'pdfjs-dist'
import { drawPage, openPdf } from '#platform/documents/pdf.ts'
import type { GreyImage } from '../engine/grey-image.ts'
import type { Page } from '../engine/page.ts'
import { decodePixels } from './photo.ts'
import { type DirectedText, turnToRead, uprightPage } from './sideways.ts'

type TextItem = Extract<Awaited<ReturnType<PDFPageProxy['getTextContent']>>['items'][number], { str: string }>

const MAX_PAGES = 5
const MAX_IMAGE_PIXELS = 80e6
const DRAWN = { sidePx: 2_400, shortSidePx: 1_000 }
/** With less text than this, a page is likely a scan with a page number or "Scanned with CamScanner". */
const MIN_LETTERS = 40

/**
 * The first five pages of a PDF: their text layer where there is one, otherwise a picture to recognise.
 * @throws when it's broken or needs a password.
 */
export async function* pdfPages(file: Buffer): AsyncGenerator<Page | GreyImage> {
  const document = await openPdf(file, MAX_IMAGE_PIXELS)
  try {
    for (let number = 1; number <= Math.min(MAX_PAGES, document.numPages); number++) {
      const page = await document.getPage(number)
      yield (await textLayer(page)) ?? (await drawGrey(page))
    }
  } finally {
    await document.loadingTask.destroy()
  }
}

async function textLayer(page: PDFPageProxy): Promise<Page | undefined> {
  const { items } = await page.getTextContent()
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const texts = items.flatMap((item) => ('str' in item ? [placed(item, transform)] : []))
  const letters = texts.reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, '').length, 0)
  return letters < MIN_LETTERS ? undefined : uprightPage({ width, height }, texts)
}

/** @param toPage the matrix from PDF coordinates to those of the page as it's shown. */
function placed({ str, transform, width }: TextItem, toPage: readonly number[]): DirectedText {
  const [a, b, c, d, e, f] = toPage as [number, number, number, number, number, number]
  const [right, up, skewX, scaleY, x, y] = transform as [number, number, number, number, number, number]
  return {
    text: str,
    left: a * x + c * y + e,
    baseline: b * x + d * y + f,
    width,
    height: Math.hypot(skewX, scaleY),
    turn: turnToRead([a * right + c * up, b * right + d * up]),
  }
}

async function drawGrey(page: PDFPageProxy): Promise<GreyImage> {
  const canvas = await drawPage(page, DRAWN)
  return decodePixels(canvas.data(), canvas.width, canvas.height)
}
