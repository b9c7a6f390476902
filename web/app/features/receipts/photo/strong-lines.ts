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

const angles = Array.from({ length: ANGLES }, (_, bin) => (bin / ANGLES) * 2 * Math.PI)
const cosines = Float64Array.from(angles, (angle) => Math.cos(angle))
const sines = Float64Array.from(angles, (angle) => Math.sin(angle))

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
      const squared = acrossX * acrossX + acrossY * acrossY
      if (squared < MIN_EDGE * MIN_EDGE) continue
      const weight = Math.min(Math.sqrt(squared), FULL_EDGE)
      const nearest = Math.round((Math.atan2(acrossY, acrossX) / (2 * Math.PI)) * ANGLES)
      for (let turn = -1; turn <= 1; turn++) {
        const bin = (nearest + turn + ANGLES) % ANGLES
        const distance = (x - middleX) * cosines[bin]! + (y - middleY) * sines[bin]!
        votes[bin * size + Math.round(distance / BIN_PIXELS) + radius]! += weight
      }
    }
  }
  return votes
}

function peaks(votes: Float32Array, middle: number, size: number, radius: number): Line[] {
  const bins = 2 * MAX_TILT_BINS + 1
  const binOf = (row: number) => (middle + row - MAX_TILT_BINS + ANGLES) % ANGLES
  const left = new Float32Array(bins * size)
  for (let row = 0; row < bins; row++)
    left.set(votes.subarray(binOf(row) * size, (binOf(row) + 1) * size), row * size)
  const lines: Line[] = []
  let strongest = 0
  while (lines.length < MAX_LINES) {
    let best = 0
    for (let i = 1; i < left.length; i++) if (left[i]! > left[best]!) best = i
    const count = left[best]!
    if (count === 0 || count < strongest * MIN_SHARE_OF_STRONGEST) break
    strongest ||= count
    const [row, at] = [Math.floor(best / size), best % size]
    const bin = binOf(row)
    lines.push({ normalX: cosines[bin]!, normalY: sines[bin]!, distance: (at - radius) * BIN_PIXELS })
    for (
      let near = Math.max(0, row - SAME_ANGLE_BINS);
      near <= Math.min(bins - 1, row + SAME_ANGLE_BINS);
      near++
    ) {
      const start = near * size
      left.fill(
        0,
        start + Math.max(0, at - SAME_DISTANCE_BINS),
        start + Math.min(size, at + SAME_DISTANCE_BINS + 1),
      )
    }
  }
  return lines
}
