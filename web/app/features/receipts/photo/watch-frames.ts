import { adviceFor, type Advice } from './advice.ts'
import { type GreyFrame, greyFrom } from './grey.ts'
import { detectOutline, DETECTION_PIXELS } from './outline.ts'
import { isBlack, MAX_BLACK_MS, QUALITY_PIXELS } from './quality.ts'
import type { Quad } from './quad.ts'

/** Seven looks a second, fewer on a phone that needs longer than a fifth of that. */
const INTERVAL_MS = 140
const MAX_SHARE_OF_TIME = 0.2
const DETAIL_PIXELS = 128

export type Look = {
  outline: Quad | undefined
  advice: Advice | undefined
  /** Of the video, in pixels. */
  width: number
  height: number
}

/** Looks at a live video until the returned function is called. */
export function watchFrames(video: HTMLVideoElement, onLook: (look: Look) => void): () => void {
  // On the graphics processor, so that only the small frame is copied.
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: false })
  const settle = settled()
  const startedAt = performance.now()
  let [previous, nextAt, isStopped]: [Quad | undefined, number, boolean] = [undefined, 0, false]
  const request = (handle: () => void) =>
    'requestVideoFrameCallback' in video
      ? video.requestVideoFrameCallback(handle)
      : setTimeout(handle, INTERVAL_MS)
  const handleFrame = () => {
    if (isStopped || !context) return
    const began = performance.now()
    if (began >= nextAt && video.videoWidth > 0) {
      const frame = frameOf(context, video)
      if (began - startedAt > MAX_BLACK_MS || !isBlack(frame)) {
        const outline = detectOutline(frame)
        const advice = adviceFor({ frame, detail: detailOf(context, video, outline), outline, previous })
        onLook({ ...settle({ outline, advice }), width: video.videoWidth, height: video.videoHeight })
        previous = outline
      }
      nextAt = began + Math.max(INTERVAL_MS, (performance.now() - began) / MAX_SHARE_OF_TIME)
    }
    request(handleFrame)
  }
  request(handleFrame)
  return () => void (isStopped = true)
}

type Seen = Pick<Look, 'outline' | 'advice'>

/** Keeps an outline that's missing once, and changes the advice only when it's the same twice, so that neither flickers. */
function settled(): (seen: Seen) => Seen {
  let [last, advice]: [Seen | undefined, Advice | undefined] = [undefined, undefined]
  return (seen) => {
    if (!last || last.advice === seen.advice) advice = seen.advice
    const outline = seen.outline ?? last?.outline
    last = seen
    return { outline, advice }
  }
}

function frameOf(context: CanvasRenderingContext2D, video: HTMLVideoElement): GreyFrame {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, DETECTION_PIXELS / Math.max(videoWidth, videoHeight))
  const [width, height] = [Math.round(videoWidth * scale), Math.round(videoHeight * scale)]
  resize(context.canvas, width, height)
  context.drawImage(video, 0, 0, width, height)
  return greyFrom(context.getImageData(0, 0, width, height))
}

/** The middle of the paper, at the scale at which sharpness is judged. */
function detailOf(context: CanvasRenderingContext2D, video: HTMLVideoElement, outline: Quad | undefined) {
  const scale = Math.min(1, QUALITY_PIXELS / Math.max(video.videoWidth, video.videoHeight))
  const middle = (at: 0 | 1) => (outline ?? [[0.5, 0.5]]).reduce((sum, corner, _, { length }) => sum + corner[at]! / length, 0) // prettier-ignore
  const size = DETAIL_PIXELS / scale
  const left = middle(0) * video.videoWidth - size / 2
  const top = middle(1) * video.videoHeight - size / 2
  context.drawImage(video, left, top, size, size, 0, 0, DETAIL_PIXELS, DETAIL_PIXELS)
  return greyFrom(context.getImageData(0, 0, DETAIL_PIXELS, DETAIL_PIXELS))
}

/** Setting a canvas' size clears it, even to the same size. */
function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  const [least, lowest] = [Math.max(width, DETAIL_PIXELS), Math.max(height, DETAIL_PIXELS)]
  if (canvas.width !== least) canvas.width = least
  if (canvas.height !== lowest) canvas.height = lowest
}
