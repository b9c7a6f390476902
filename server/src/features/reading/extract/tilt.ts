import type { Adjustment } from '@docketbox/contract'
import type { Page, TextLine } from '../engine/page.ts'

/** The corners of an area as shares of the page, clockwise from the top left as it's read. */
export type Corners = Adjustment['corners']

/** The angle of a line is reliable from this ratio of width to height. */
const MIN_ASPECT = 3
/** Angles closer than this, about 1.5 degrees, are one. */
const MIN_DIFFERENCE = 0.026
/** Shares of the lines, sorted by angle, whose angles are looked at: those of papers tilted against each other. */
const QUANTILES = [0.5, 0.15, 0.85]

/** The angles at which the lines of a page run, in radians, the usual one first. There's at least one. */
export function anglesOf(lines: readonly TextLine[]): number[] {
  const sorted = lines
    .filter(({ box }) => box.width > box.height * MIN_ASPECT)
    .map(({ box }) => box.angle)
    .toSorted((a, b) => a - b)
  const angles = QUANTILES.map((share) => sorted[Math.floor(sorted.length * share)] ?? 0)
  return angles.filter(
    (angle, i) => !angles.slice(0, i).some((other) => Math.abs(other - angle) < MIN_DIFFERENCE),
  )
}

/** From where to where a line reaches in a direction, in pixels. `angle` is that of the direction, clockwise. */
export function spanOf({ box }: TextLine, angle: number): [number, number] {
  const { centreX, centreY, width, height } = box
  const middle = centreX * Math.cos(angle) + centreY * Math.sin(angle)
  const turn = box.angle - angle
  const half = (width * Math.abs(Math.cos(turn)) + height * Math.abs(Math.sin(turn))) / 2
  return [middle - half, middle + half]
}

/** The smallest rectangle around lines at their usual angle, with `padding` pixels on each side, within the page. */
export function rectangleAround(lines: readonly TextLine[], page: Page, padding: number): Corners {
  const [angle] = anglesOf(lines) as [number]
  const across = rangeOf(lines, angle, padding)
  const down = rangeOf(lines, angle + Math.PI / 2, padding)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const corner = (x: number, y: number): Corners[number] => [
    share((x * cos - y * sin) / page.width),
    share((x * sin + y * cos) / page.height),
  ]
  return [
    corner(across[0], down[0]),
    corner(across[1], down[0]),
    corner(across[1], down[1]),
    corner(across[0], down[1]),
  ]
}

function rangeOf(lines: readonly TextLine[], angle: number, padding: number): [number, number] {
  const spans = lines.map((line) => spanOf(line, angle))
  return [
    Math.min(...spans.map(([from]) => from)) - padding,
    Math.max(...spans.map(([, to]) => to)) + padding,
  ]
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value))
}
