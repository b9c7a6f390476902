export type Point = readonly [x: number, y: number]
/** Corners as fractions of the picture: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point]
/** Points at which `x * normalX + y * normalY = distance`; the normal, of length 1, points to the inside. */
export type Line = Readonly<{ normalX: number; normalY: number; distance: number }>

export const distanceBetween = (one: Point, other: Point) => Math.hypot(one[0] - other[0], one[1] - other[1])

/** Undefined if the lines are parallel. */
export function intersection(one: Line, other: Line): Point | undefined {
  const determinant = one.normalX * other.normalY - other.normalX * one.normalY
  if (Math.abs(determinant) < 1e-6) return undefined
  return [
    (one.distance * other.normalY - other.distance * one.normalY) / determinant,
    (one.normalX * other.distance - other.normalX * one.distance) / determinant,
  ]
}

/** The area in squares of the picture, 0 to 1 within it. */
export function areaOf(quad: readonly Point[]): number {
  const doubled = quad.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = quad[(i + 1) % quad.length]!
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(doubled) / 2
}

/** The distance of the corner that moved most. */
export function movement(from: Quad, to: Quad): number {
  return Math.max(...from.map((corner, i) => distanceBetween(corner, to[i]!)))
}
