import { blurred, type GreyFrame } from './grey.ts'
import { areaOf, distanceBetween, intersection, type Line, type Point, type Quad } from './quad.ts'
import { strongLines } from './strong-lines.ts'

/** Frames are made this large for detection; more pixels cost time and show print. */
export const DETECTION_PIXELS = 200

/** Shares of a side along which it's brighter inside. */
const [MIN_SUPPORT, MIN_MEAN_SUPPORT] = [0.6, 0.78]
const MIN_AREA = 0.04
/** Corners may lie this far outside of the picture, and sides may differ this much in length. */
const [MAX_OUTSIDE, MAX_RATIO] = [0.03, 2.2]
/** Paper is brighter than what's around it by this, absolutely and relatively. */
const [MIN_CONTRAST, MIN_RELATIVE_CONTRAST] = [9, 0.12]
/** Brightness is compared this far from a side, in pixels, and outside further away too: a joint is only dark nearby. */
const [REACH, FAR_REACH] = [2.5, 8]
const SEARCH = 5
const MAX_RESIDUAL = 1.2

/** The sheet of paper in a picture at most `DETECTION_PIXELS` wide and high, if it's brighter than what it lies on. */
export function detectOutline(frame: GreyFrame): Quad | undefined {
  const smooth = blurred(frame)
  const best = bestQuad(smooth)
  if (!best) return undefined
  const refined = cornersOf(best.map((line, i) => refine(smooth, line, best, i)) as unknown as Sides, frame)
  return refined && isPlausible(refined, frame) ? refined : cornersOf(best, frame)
}

/** Left, top, right, bottom. */
type Sides = readonly [Line, Line, Line, Line]

function bestQuad(frame: GreyFrame): Sides | undefined {
  const [lefts, tops, rights, bottoms] = strongLines(frame) as [Line[], Line[], Line[], Line[]]
  let best: Sides | undefined
  let bestScore = 0
  for (const left of lefts) {
    for (const top of tops) {
      for (const right of rights) {
        for (const bottom of bottoms) {
          const sides = [left, top, right, bottom] as const
          const quad = cornersOf(sides, frame)
          if (!quad || !isPlausible(quad, frame)) continue
          const size = Math.sqrt(areaOf(quad))
          // No support could make it better.
          if (size <= bestScore) continue
          const score = size * supportOf(frame, sides, quad)
          if (score > bestScore) [best, bestScore] = [sides, score]
        }
      }
    }
  }
  return best
}

function cornersOf([left, top, right, bottom]: Sides, { width, height }: GreyFrame): Quad | undefined {
  const corners = [intersection(left, top), intersection(top, right), intersection(right, bottom), intersection(bottom, left)] // prettier-ignore
  if (corners.includes(undefined)) return undefined
  return corners.map((corner): Point => [
    corner![0] / width + 0.5,
    corner![1] / height + 0.5,
  ]) as unknown as Quad
}

function isPlausible(quad: Quad, { width, height }: GreyFrame): boolean {
  const isInside = (share: number) => share > -MAX_OUTSIDE && share < 1 + MAX_OUTSIDE
  if (!quad.every(([x, y]) => isInside(x) && isInside(y)) || areaOf(quad) < MIN_AREA) return false
  const [topLeft, topRight, bottomRight, bottomLeft] = quad.map(([x, y]): Point => [x * width, y * height]) as unknown as Quad // prettier-ignore
  const isSimilar = (one: number, other: number) => one / other < MAX_RATIO && other / one < MAX_RATIO
  return (
    topLeft[0] < topRight[0] &&
    bottomLeft[0] < bottomRight[0] &&
    topLeft[1] < bottomLeft[1] &&
    topRight[1] < bottomRight[1] &&
    isSimilar(distanceBetween(topLeft, topRight), distanceBetween(bottomLeft, bottomRight)) &&
    isSimilar(distanceBetween(topLeft, bottomLeft), distanceBetween(topRight, bottomRight))
  )
}

/** How much of its sides are edges of something brighter; 0 if that's too little. */
function supportOf(frame: GreyFrame, sides: Sides, quad: Quad): number {
  let sum = 0
  for (const [i, line] of sides.entries()) {
    const points = pointsAlong(quad, i, frame)
    const support = points.filter(([x, y]) => isEdge(frame, line, x, y)).length / points.length
    if (support < MIN_SUPPORT) return 0
    sum += support
  }
  return sum / 4 < MIN_MEAN_SUPPORT ? 0 : sum / 4
}

/** Points of the side with this index (0: left) in pixels, without its ends. */
function pointsAlong(quad: Quad, side: number, { width, height }: GreyFrame): Point[] {
  const [from, to] = [quad[(side + 3) % 4]!, quad[side]!]
  const pixels = Math.hypot((to[0] - from[0]) * width, (to[1] - from[1]) * height)
  const count = Math.max(8, Math.min(48, Math.round(pixels / 4)))
  return Array.from({ length: count }, (_, n): Point => {
    const share = 0.04 + (0.92 * (n + 0.5)) / count
    return [
      (from[0] + (to[0] - from[0]) * share) * width - 0.5,
      (from[1] + (to[1] - from[1]) * share) * height - 0.5,
    ]
  })
}

function isEdge(frame: GreyFrame, line: Line, x: number, y: number): boolean {
  const { inside, step } = contrastAt(frame, line, x, y, 0)
  const minStep = Math.max(MIN_CONTRAST, MIN_RELATIVE_CONTRAST * inside)
  return (
    step > minStep &&
    inside - valueAt(frame, x - FAR_REACH * line.normalX, y - FAR_REACH * line.normalY) > minStep
  )
}

/** How much brighter it is inside, if the line is shifted by that many pixels towards the inside. */
function contrastAt(frame: GreyFrame, { normalX, normalY }: Line, x: number, y: number, shift: number) {
  const inside = valueAt(frame, x + (shift + REACH) * normalX, y + (shift + REACH) * normalY)
  const outside = valueAt(frame, x + (shift - REACH) * normalX, y + (shift - REACH) * normalY)
  return { inside, step: inside - outside }
}

function valueAt({ data, width, height }: GreyFrame, x: number, y: number): number {
  const column = Math.max(0, Math.min(width - 1, Math.round(x)))
  return data[Math.max(0, Math.min(height - 1, Math.round(y))) * width + column]!
}

/** Moves a side to where the edge is steepest, by a straight line through those places. */
function refine(frame: GreyFrame, line: Line, sides: Sides, side: number): Line {
  const quad = cornersOf(sides, frame)!
  const { width, height } = frame
  const along: Point = [-line.normalY, line.normalX]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  let edges: Point[] = []
  for (const [x, y] of pointsAlong(quad, side, frame)) {
    let [best, bestStep] = [0, 0]
    for (let shift = -SEARCH; shift <= SEARCH; shift += 0.5) {
      const { step } = contrastAt(frame, line, x, y, shift)
      if (step > bestStep) [best, bestStep] = [shift, step]
    }
    if (bestStep > MIN_CONTRAST) edges.push([(x - middleX) * along[0] + (y - middleY) * along[1], best])
  }
  for (let round = 0; round < 3; round++) {
    if (edges.length < 4) return line
    const { at, slope, level } = fit(edges)
    const residual = ([position, shift]: Point) => Math.abs(shift - level - slope * (position - at))
    const near = edges.filter((edge) => residual(edge) <= MAX_RESIDUAL + 1 - round / 2)
    if (near.length === edges.length || round === 2) {
      const length = Math.hypot(1, slope)
      const normalX = (line.normalX - slope * along[0]) / length
      const normalY = (line.normalY - slope * along[1]) / length
      const distance = (line.distance + level - slope * at) / length
      return { normalX, normalY, distance }
    }
    edges = near
  }
  return line
}

/** The straight line through points with the least squares: `level` at position `at`. */
function fit(points: readonly Point[]): { at: number; slope: number; level: number } {
  const at = points.reduce((sum, [position]) => sum + position, 0) / points.length
  const level = points.reduce((sum, [, shift]) => sum + shift, 0) / points.length
  const spread = points.reduce((sum, [position]) => sum + (position - at) ** 2, 0)
  const slope = points.reduce((sum, [position, shift]) => sum + (position - at) * (shift - level), 0) / spread
  return { at, slope, level }
}
