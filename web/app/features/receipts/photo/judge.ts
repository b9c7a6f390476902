import { greyFrom, type ReadFrame } from './grey.ts'
import { detectOutline, DETECTION_PIXELS } from './outline.ts'
import { hasSmallPrint } from './print-size.ts'
import { isBlurry, lightProblem, QUALITY_PIXELS } from './quality.ts'
import type { Quad } from './quad.ts'

/** `warning`: why the photo may be hard to read, in a sentence. Both are undefined if it can't be judged. */
export type PhotoJudgement = { warning: string | undefined; outline: Quad | undefined }

/** Judges a picture that's on this page. */
export function judgePhoto(source: CanvasImageSource, width: number, height: number): PhotoJudgement {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context || width === 0 || height === 0) return { warning: undefined, outline: undefined }
  return judge({ width, height }, ({ scale, part = { left: 0, top: 0, width, height } }) => {
    canvas.width = Math.max(1, Math.round(part.width * scale))
    canvas.height = Math.max(1, Math.round(part.height * scale))
    context.drawImage(source, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height)
    return greyFrom(context.getImageData(0, 0, canvas.width, canvas.height))
  })
}

/** Judges a picture file; one the browser can't decode isn't judged. */
export async function judgeFile(file: File): Promise<PhotoJudgement> {
  try {
    const bitmap = await createImageBitmap(file)
    try {
      return judgePhoto(bitmap, bitmap.width, bitmap.height)
    } finally {
      bitmap.close()
    }
  } catch {
    return { warning: undefined, outline: undefined }
  }
}

/** As `judgePhoto`, from whatever reads its pixels. */
export function judge(size: { width: number; height: number }, readFrame: ReadFrame): PhotoJudgement {
  const longest = Math.max(size.width, size.height)
  const outline = detectOutline(readFrame({ scale: Math.min(1, DETECTION_PIXELS / longest) }))
  return { outline, warning: warningOf(size, outline, readFrame) }
}

function warningOf(size: { width: number; height: number }, outline: Quad | undefined, readFrame: ReadFrame) {
  const frame = readFrame({ scale: Math.min(1, QUALITY_PIXELS / Math.max(size.width, size.height)) })
  const light = lightProblem(frame)
  if (light === 'dark') return 'This photo is too dark.'
  if (light === 'glare') return 'There’s glare on this photo.'
  if (isBlurry(frame)) return 'This photo looks blurry.'
  return hasSmallPrint(size, outline, readFrame) ? 'The print is small. Move closer.' : undefined
}
