import type { GreyImage } from './grey-image.ts'
import type { Box } from './page.ts'

export const LINE_HEIGHT_PX = 48
const MIN_WIDTH_PX = 16
const MAX_WIDTH_PX = 3_200
/** Above this reduction each pixel averages four samples, or thin strokes vanish. */
const SUPERSAMPLE_ABOVE = 1.4

/** One line cut out level, 48 pixels high; values from 0 to 255. */
export type LineImage = { pixels: Float32Array; width: number }

/** Cuts a rotated box out of an image with bilinear sampling. */
export function lineImage({ pixels, width, height }: GreyImage, box: Box): LineImage {
  const lineWidth = Math.max(
    MIN_WIDTH_PX,
    Math.min(MAX_WIDTH_PX, Math.round((LINE_HEIGHT_PX * box.width) / box.height)),
  )
  const out = new Float32Array(lineWidth * LINE_HEIGHT_PX)
  const [cos, sin] = [Math.cos(box.angle), Math.sin(box.angle)]
  const samples = box.height / LINE_HEIGHT_PX > SUPERSAMPLE_ABOVE ? 2 : 1
  const [maxX, maxY] = [width - 1.001, height - 1.001]
  for (let y = 0; y < LINE_HEIGHT_PX; y++) {
    for (let x = 0; x < lineWidth; x++) {
      let sum = 0
      for (let j = 0; j < samples; j++) {
        for (let i = 0; i < samples; i++) {
          const u = ((x + (i + 0.5) / samples) / lineWidth - 0.5) * box.width
          const v = ((y + (j + 0.5) / samples) / LINE_HEIGHT_PX - 0.5) * box.height
          const sourceX = Math.min(Math.max(box.centreX + u * cos - v * sin - 0.5, 0), maxX)
          const sourceY = Math.min(Math.max(box.centreY + u * sin + v * cos - 0.5, 0), maxY)
          const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)]
          const [shareX, shareY] = [sourceX - left, sourceY - top]
          const at = top * width + left
          sum +=
            (pixels[at]! * (1 - shareX) + pixels[at + 1]! * shareX) * (1 - shareY) +
            (pixels[at + width]! * (1 - shareX) + pixels[at + width + 1]! * shareX) * shareY
        }
      }
      out[y * lineWidth + x] = sum / (samples * samples)
    }
  }
  return { pixels: out, width: lineWidth }
}

/** Writes a line into all three channels of a network's input that is `width` pixels wide; what's left stays grey. */
export function asInput(line: LineImage, width: number): Float32Array {
  const input = new Float32Array(3 * LINE_HEIGHT_PX * width)
  const visible = Math.min(width, line.width)
  for (let y = 0; y < LINE_HEIGHT_PX; y++) {
    for (let x = 0; x < visible; x++) {
      const value = line.pixels[y * line.width + x]! / 127.5 - 1
      for (let channel = 0; channel < 3; channel++) input[(channel * LINE_HEIGHT_PX + y) * width + x] = value
    }
  }
  return input
}
