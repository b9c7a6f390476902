const NAME = 'captured-image.png'

/**
 * The frame that the camera shows now, as a PNG of all its pixels (specification §4).
 * @param maxBytes a picture that would be refused for its size is made smaller until it is not.
 */
export async function takePicture(video: HTMLVideoElement, maxBytes: number): Promise<File> {
  await firstFrame(video)
  const frame = drawn(video, video.videoWidth, video.videoHeight)
  let { width, height } = frame
  let png = await pngOf(frame)
  while (png.size > maxBytes && width > 1) {
    const scale = 0.95 * Math.sqrt(maxBytes / png.size)
    width = Math.max(1, Math.floor(width * scale))
    height = Math.max(1, Math.floor(height * scale))
    png = await pngOf(drawn(frame, width, height))
  }
  return new File([png], NAME, { type: 'image/png' })
}

/** Somebody may be faster than the camera. */
async function firstFrame(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return
  await new Promise((resolve) => video.addEventListener('loadeddata', resolve, { once: true }))
}

function drawn(source: CanvasImageSource, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(source, 0, 0, width, height)
  return canvas
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The camera gave no picture.'))),
      'image/png',
    )
  })
}
