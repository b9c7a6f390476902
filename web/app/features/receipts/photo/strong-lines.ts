import type { GreyFrame } from './grey.ts'
import type { Line } from './quad.ts'

const ANGLES = 120
/** A side may be tilted by this much. */
const MAX_TILT_BINS = ANGLES / 8
const BIN_PIXELS = 2
/** Weaker edges are noise; stronger ones than the second count no more than that. */
const [MIN_EDGE, FULL_EDGE] = [5, 20]
const MAX_LINES = 6
/** Lines nearer to each other than this are the same one. */
const [SAME_ANGLE_BINS, SAME_DISTANCE_BINS] = [3, 3]
const MIN_SHARE_OF_STRONGEST = 0.2

const directions = Array.from({ length: ANGLES }, (_, bin) => {
  const angle = (bin / ANGLES) * 2 * Math.PI
  return [Math.cos(angle), Math.sin(angle)] as const
})

/**
 * Lines along which it's brighter on one side: by a Hough transform in which each pixel only votes for lines across its
 * gradient. Distances count from the middle of the frame.
 * @returns those that may be the left, top, right and bottom of something bright, the strongest first.
 */
export function strongLines(frame: GreyFrame): Line[][] {
  const radius = Math.ceil(Math.hypot(frame.width, frame.height) / 2 / BIN_PIXELS)
  const size = 2 * radius + 1
  const votes = countVotes(frame, radius, size)
  return [0, 1, 2, 3].map((side) => peaks(votes, (side * ANGLES) / 4, size, radius))
}

function countVotes({ data, width, height }: GreyFrame, radius: number, size: number): Float32Array {
  const votes = new Float32Array(ANGLES * size)
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x
      const acrossX = (data[i + 1]! - data[i - 1]!) / 2
      const acrossY = (data[i + width]! - data[i - width]!) / 2
      const strength = Math.hypot(acrossX, acrossY)
      if (strength < MIN_EDGE) continue
      const weight = Math.min(strength, FULL_EDGE)
      const nearest = Math.round((Math.atan2(acrossY, acrossX) / (2 * Math.PI)) * ANGLES)
      for (let turn = -1; turn <= 1; turn++) {
        const bin = (nearest + turn + ANGLES) % ANGLES
        const [normalX, normalY] = directions[bin]!
        const distance = (x - middleX) * normalX + (y - middleY) * normalY
        votes[bin * size + Math.round(distance / BIN_PIXELS) + radius]! += weight
      }
    }
  }
  return votes
}

function peaks(votes: Float32Array, middle: number, size: number, radius: number): Line[] {
  const lines: { bin: number; at: number }[] = []
  const isNew = (bin: number, at: number) =>
    !lines.some((line) => {
      const turn = Math.abs(line.bin - bin)
      const isNear = Math.min(turn, ANGLES - turn) <= SAME_ANGLE_BINS
      return isNear && Math.abs(line.at - at) <= SAME_DISTANCE_BINS
    })
  let strongest = 0
  while (lines.length < MAX_LINES) {
    let best = { bin: 0, at: 0, count: 0 }
    for (let tilt = -MAX_TILT_BINS; tilt <= MAX_TILT_BINS; tilt++) {
      const bin = (middle + tilt + ANGLES) % ANGLES
      for (let at = 0; at < size; at++) {
        const count = votes[bin * size + at]!
        if (count > best.count && isNew(bin, at)) best = { bin, at, count }
      }
    }
    if (best.count === 0 || best.count < strongest * MIN_SHARE_OF_STRONGEST) break
    strongest ||= best.count
    lines.push(best)
  }
  return lines.map(({ bin, at }) => {
    const [normalX, normalY] = directions[bin]!
    return { normalX, normalY, distance: (at - radius) * BIN_PIXELS }
  })
}
