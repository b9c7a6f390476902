import type { Page, TextLine } from '../engine/page.ts'

/** The slope of a line is reliable from this ratio of width to height. */
const MIN_ASPECT = 3
const MIN_LINES = 4
const MIN_LINES_FOR_PERSPECTIVE = 8
const MAX_DEVIATION = 0.12
const MAX_PERSPECTIVE = 0.25

/**
 * A function that moves a point to the height its row has in the middle of the page. The slope of rows is taken as a
 * linear function of their height: a tilt plus perspective.
 */
export function levelling(
  lines: readonly TextLine[],
  { width, height }: Page,
): (x: number, y: number) => number {
  const { tilt, perspective } = slopeOf(lines, height)
  return (x, y) => {
    let level = y
    // The slope depends on the level itself; three rounds are plenty.
    for (let round = 0; round < 3; round++) level = y - (tilt + perspective * level) * (x - width / 2)
    return level
  }
}

function slopeOf(lines: readonly TextLine[], pageHeight: number): { tilt: number; perspective: number } {
  const wide = lines
    .filter(({ box }) => box.width > box.height * MIN_ASPECT)
    .map(({ box }) => ({ y: box.centreY, slope: Math.tan(box.angle), weight: box.width }))
  if (wide.length < MIN_LINES) return { tilt: 0, perspective: 0 }
  const median = wide.map(({ slope }) => slope).toSorted((a, b) => a - b)[wide.length >> 1]!
  const level = { tilt: median, perspective: 0 }
  const usual = wide.filter(({ slope }) => Math.abs(slope - median) < MAX_DEVIATION)
  if (usual.length < MIN_LINES_FOR_PERSPECTIVE) return level
  const sum = (value: (line: (typeof wide)[number]) => number) =>
    usual.reduce((total, line) => total + line.weight * value(line), 0)
  const [total, y, slope, yy, ySlope] = [
    sum(() => 1),
    sum((line) => line.y),
    sum((line) => line.slope),
    sum((line) => line.y ** 2),
    sum((line) => line.y * line.slope),
  ]
  const determinant = total * yy - y * y
  if (determinant <= 0) return level
  const perspective = (total * ySlope - y * slope) / determinant
  if (Math.abs(perspective) * pageHeight > MAX_PERSPECTIVE) return level
  return { tilt: (slope - perspective * y) / total, perspective }
}
