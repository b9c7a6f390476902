import type { Box } from './page.ts'

export type Point = readonly [x: number, y: number]

/** The smallest rotated rectangle around points; its angle is between -45 and 45 degrees. */
export function smallestRectangle(points: Point[]): Box {
  const hull = convexHull(points)
  let best: { area: number; box: Box } | undefined
  hull.forEach((point, i) => {
    const next = hull[(i + 1) % hull.length]!
    const box = rectangleAlong(hull, Math.atan2(next[1] - point[1], next[0] - point[0]))
    const area = box.width * box.height
    if (!best || area < best.area) best = { area, box }
  })
  return upright(best!.box)
}

function rectangleAlong(points: Point[], angle: number): Box {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [minU, maxU, minV, maxV] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    const [u, v] = [x * cos + y * sin, y * cos - x * sin]
    minU = Math.min(minU, u)
    maxU = Math.max(maxU, u)
    minV = Math.min(minV, v)
    maxV = Math.max(maxV, v)
  }
  const [u, v] = [(minU + maxU) / 2, (minV + maxV) / 2]
  return {
    centreX: u * cos - v * sin,
    centreY: u * sin + v * cos,
    width: maxU - minU,
    height: maxV - minV,
    angle,
  }
}

function upright(box: Box): Box {
  const result = { ...box }
  while (result.angle > Math.PI / 4) turn(result, -Math.PI / 2)
  while (result.angle <= -Math.PI / 4) turn(result, Math.PI / 2)
  return result
}

function turn(box: Box, by: number): void {
  box.angle += by
  ;[box.width, box.height] = [box.height, box.width]
}

/** Andrew's monotone chain. */
function convexHull(points: Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])
  const lower = halfHull(sorted)
  const upper = halfHull(sorted.toReversed())
  const hull = [...lower.slice(0, -1), ...upper.slice(0, -1)]
  return hull.length === 0 ? sorted : hull
}

function halfHull(sorted: Point[]): Point[] {
  const hull: Point[] = []
  for (const point of sorted) {
    while (hull.length > 1 && cross(hull.at(-2)!, hull.at(-1)!, point) <= 0) hull.pop()
    hull.push(point)
  }
  return hull
}

function cross(origin: Point, a: Point, b: Point): number {
  return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])
}
