import { greyFrom, type ReadFrame } from './grey.ts'
import { detectOutline, DETECTION_PIXELS } from './outline.ts'
import { hasSmallPrint } from './print-size.ts'
import { isBlurry, lightProblem, QUALITY_PIXELS } from './quality.ts'
import type { Quad } from './quad.ts'

type Size = { width: number; height: number }

/** Why a picture on this page may be hard to read, in a sentence; undefined if it looks fine or can't be judged. */
export function judgePhoto(source: CanvasImageSource, width: number, height: number): string | undefined {
  const readFrame = frameReader(source, { width, height })
  return readFrame && warningOf({ width, height }, readFrame)
}

/** As `judgePhoto`, of a picture file; one the browser can't decode isn't judged. */
export async function judgeFile(file: File): Promise<string | undefined> {
  try {
    const bitmap = await createImageBitmap(file)
    const warning = judgePhoto(bitmap, bitmap.width, bitmap.height)
    bitmap.close()
    return warning
  } catch {
    return undefined
  }
}

/** The sheet of paper in a picture on this page. */
export function outlineIn(source: CanvasImageSource, width: number, height: number): Quad | undefined {
  const readFrame = frameReader(source, { width, height })
  return readFrame && outlineOf({ width, height }, readFrame)
}

function frameReader(source: CanvasImageSource, { width, height }: Size): ReadFrame | undefined {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || width === 0 || height === 0) return undefined
  return ({ scale, part = { left: 0, top: 0, width, height } }) => {
    canvas.width = Math.max(1, Math.round(part.width * scale))
    canvas.height = Math.max(1, Math.round(part.height * scale))
    context.drawImage(source, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height)
    return greyFrom(context.getImageData(0, 0, canvas.width, canvas.height))
  }
}

function outlineOf({ width, height }: Size, readFrame: ReadFrame): Quad | undefined {
  return detectOutline(readFrame({ scale: Math.min(1, DETECTION_PIXELS / Math.max(width, height)) }))
}

function warningOf(size: Size, readFrame: ReadFrame): string | undefined {
  const frame = readFrame({ scale: Math.min(1, QUALITY_PIXELS / Math.max(size.width, size.height)) })
  const light = lightProblem(frame)
  if (light === 'dark') return 'This photo is too dark.'
  if (light === 'glare') return 'There’s glare on this photo.'
  if (isBlurry(frame)) return 'This photo looks blurry.'
  const isSmall = hasSmallPrint(size, outlineOf(size, readFrame), readFrame)
  return isSmall ? 'The print is small. Move closer.' : undefined
}
