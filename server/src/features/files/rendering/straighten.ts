import type { Adjustment } from '@docketbox/contract'

/** Rows of red, green and blue. */
export type Pixels = { data: Buffer; width: number; height: number }

/** The part of a picture within four corners, seen from the front. Its sides are as long as the longer of the two. */
export function straighten({ data, width, height }: Pixels, corners: Adjustment['corners']): Pixels {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners.map(
    ([x, y]) => [x * (width - 1), y * (height - 1)] as const,
  ) as [Point, Point, Point, Point]
  const size = {
    width: Math.max(1, Math.round(Math.max(distance(topLeft, topRight), distance(bottomLeft, bottomRight)))),
    height: Math.max(1, Math.round(Math.max(distance(topLeft, bottomLeft), distance(topRight, bottomRight)))),
  }
  const { a, b, c, d, e, f, g, h } = perspective(topLeft, topRight, bottomRight, bottomLeft)
  const result = Buffer.alloc(size.width * size.height * 3)
  const row = width * 3
  for (let y = 0, at = 0; y < size.height; y++) {
    const v = (y + 0.5) / size.height
    for (let x = 0; x < size.width; x++) {
      const u = (x + 0.5) / size.width
      const w = g * u + h * v + 1
      const [fromX, fromY] = [(a * u + b * v + c) / w, (d * u + e * v + f) / w]
      const [left, top] = [clamp(Math.floor(fromX), width - 2), clamp(Math.floor(fromY), height - 2)]
      const [right, below] = [clamp(fromX - left, 1), clamp(fromY - top, 1)]
      const from = top * row + left * 3
      for (let channel = 0; channel < 3; channel++, at++) {
        const i = from + channel
        const upper = data[i]! * (1 - right) + data[i + 3]! * right
        const lower = data[i + row]! * (1 - right) + data[i + row + 3]! * right
        result[at] = upper * (1 - below) + lower * below + 0.5
      }
    }
  }
  return { data: result, ...size }
}

type Point = readonly [x: number, y: number]

const distance = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1])
const clamp = (value: number, max: number) => Math.max(0, Math.min(max, value))

/** The projective map from the unit square to four corners: `x = (au + bv + c) / (gu + hv + 1)`, `y = (du + ev + f) / …`. */
function perspective([x0, y0]: Point, [x1, y1]: Point, [x2, y2]: Point, [x3, y3]: Point) {
  const [sumX, sumY] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3]
  const [rightX, rightY] = [x1 - x2, y1 - y2]
  const [bottomX, bottomY] = [x3 - x2, y3 - y2]
  const determinant = rightX * bottomY - bottomX * rightY
  const g = (sumX * bottomY - bottomX * sumY) / determinant
  const h = (rightX * sumY - sumX * rightY) / determinant
  return {
    a: x1 - x0 + g * x1,
    b: x3 - x0 + h * x3,
    c: x0,
    d: y1 - y0 + g * y1,
    e: y3 - y0 + h * y3,
    f: y0,
    g,
    h,
  }
}
