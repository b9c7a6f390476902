/** Grey values from 0 to 255, row by row. */
export type GreyFrame = Readonly<{ data: Float32Array; width: number; height: number }>
type Part = { left: number; top: number; width: number; height: number }
/** Reads a picture, or a part of it, at some scale. */
export type ReadFrame = (options: { scale: number; part?: Part }) => GreyFrame
type Pixels = Readonly<{ data: Uint8ClampedArray; width: number; height: number }>

export function greyFrom({ data, width, height }: Pixels): GreyFrame {
  const grey = new Float32Array(width * height)
  for (let i = 0, at = 0; i < grey.length; i++, at += 4)
    grey[i] = 0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!
  return { data: grey, width, height }
}

/** A binomial blur, which hides noise and most of the print. */
export function blurred({ data, width, height }: GreyFrame): GreyFrame {
  return {
    data: blurredAlong(blurredAlong(data, width, height, 1), width, height, width),
    width,
    height,
  }
}

/** Weights 1, 4, 6, 4, 1 along rows (`step` 1) or columns (`step` = width); the border repeats. */
function blurredAlong(data: Float32Array, width: number, height: number, step: number): Float32Array {
  const result = new Float32Array(data.length)
  const [length, lines, stride] = step === 1 ? [width, height, width] : [height, width, 1]
  for (let line = 0; line < lines; line++) {
    const start = line * stride
    const end = start + (length - 1) * step
    for (let n = 0, i = start; n < length; n++, i += step) {
      const [before, twoBefore] = [Math.max(start, i - step), Math.max(start, i - 2 * step)]
      const [after, twoAfter] = [Math.min(end, i + step), Math.min(end, i + 2 * step)]
      result[i] =
        (data[twoBefore]! + data[twoAfter]! + 4 * (data[before]! + data[after]!) + 6 * data[i]!) / 16
    }
  }
  return result
}
