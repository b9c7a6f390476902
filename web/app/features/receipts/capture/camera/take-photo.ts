import { greyFrom } from '../../photo/grey.ts'
import { judgePhoto } from '../../photo/judge.ts'
import { hasFrame, MAX_FIRST_FRAME_MS } from './camera.ts'
import { isBlack, MAX_BLACK_MS } from '../../photo/quality.ts'

const FILE_NAME = 'captured-image.png'
/** A camera that stopped delivering frames still shows its last one. */
const MAX_FRAME_WAIT_MS = 1_000
const FRAME_MS = 40
/** Enough pixels per side to tell whether a frame is black. */
const SAMPLE_PIXELS = 24

/** `warning`: why the photo may be hard to read. */
type TakenPhoto = { photo: File; warning: string | undefined }

/**
 * Saves the current camera frame as a PNG at full resolution (decision 040).
 * @param maxBytes a larger image is scaled down until it fits.
 * @throws if the camera delivers no frame.
 */
export async function takePhoto(video: HTMLVideoElement, maxBytes: number): Promise<TakenPhoto> {
  await firstFrame(video)
  const deadline = performance.now() + MAX_BLACK_MS
  while (showsBlack(video) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, FRAME_MS))
  const frame = drawImage(video, video.videoWidth, video.videoHeight)
  const warning = judgePhoto(frame, frame.width, frame.height)
  let { width, height } = frame
  let png = await encodePng(frame)
  while (png.size > maxBytes && width > 1) {
    const scale = 0.95 * Math.sqrt(maxBytes / png.size)
    width = Math.max(1, Math.floor(width * scale))
    height = Math.max(1, Math.floor(height * scale))
    png = await encodePng(drawImage(frame, width, height))
  }
  return { photo: new File([png], FILE_NAME, { type: 'image/png' }), warning }
}

/** Capture can be pressed before the camera delivers a frame, and the first one may not be drawn yet. */
async function firstFrame(video: HTMLVideoElement): Promise<void> {
  if (!hasFrame(video)) {
    await new Promise((resolve, reject) => {
      video.addEventListener('loadeddata', resolve, { once: true })
      setTimeout(() => reject(new Error('The camera shows nothing.')), MAX_FIRST_FRAME_MS)
    })
  }
  if (!('requestVideoFrameCallback' in video)) return
  await new Promise<void>((resolve) => {
    video.requestVideoFrameCallback(() => resolve())
    setTimeout(resolve, MAX_FRAME_WAIT_MS)
  })
}

function showsBlack(video: HTMLVideoElement): boolean {
  const context = drawImage(video, SAMPLE_PIXELS, SAMPLE_PIXELS).getContext('2d')
  const pixels = context?.getImageData(0, 0, SAMPLE_PIXELS, SAMPLE_PIXELS)
  return pixels !== undefined && isBlack(greyFrom(pixels))
}

function drawImage(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  // In memory, not on the graphics processor: judging and encoding it read it several times.
  canvas.getContext('2d', { willReadFrequently: true })?.drawImage(source, 0, 0, width, height)
  return canvas
}

function encodePng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The frame couldn't be encoded."))),
      'image/png',
    )
  })
}
