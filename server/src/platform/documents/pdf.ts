import { fileURLToPath } from 'node:url'
import type { Canvas } from '@napi-rs/canvas'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist'
import { longSide } from './long-side.ts'
import { refuseBomb } from './pdf-bomb.ts'

const PAPER = '#ffffff'
const MAX_SCALE = 4

/**
 * Opens a PDF. Call `loadingTask.destroy()` when done.
 * @param maxImagePixels larger images in it aren't drawn.
 * @throws when it's broken or a bomb; an error named `PasswordException` when it needs a password.
 */
export async function openPdf(file: Buffer, maxImagePixels: number): Promise<PDFDocumentProxy> {
  await refuseBomb(file)
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = (name: string) =>
    fileURLToPath(new URL(`../../${name}/`, import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')))
  return getDocument({
    data: new Uint8Array(file),
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    standardFontDataUrl: folder('standard_fonts'),
    cMapUrl: folder('cmaps'),
    cMapPacked: true,
    wasmUrl: folder('wasm'),
    maxImageSize: maxImagePixels,
  }).promise
}

/** Draws a page as large as `limits` allow, or four times its natural size if that's less. */
export async function drawPage(page: PDFPageProxy, limits: Parameters<typeof longSide>[1]): Promise<Canvas> {
  const { createCanvas } = await import('@napi-rs/canvas')
  const natural = page.getViewport({ scale: 1 })
  const scale = Math.min(MAX_SCALE, longSide(natural, limits) / Math.max(natural.width, natural.height))
  const viewport = page.getViewport({ scale })
  const canvas = createCanvas(Math.max(1, Math.ceil(viewport.width)), Math.max(1, Math.ceil(viewport.height)))
  const canvasContext = canvas.getContext('2d')
  await page.render({ canvas: null, canvasContext, viewport, background: PAPER } as never).promise
  return canvas
}
