export type Point = readonly [x: number, y: number]
/** A projective map: `x' = (ax + by + c) / (gx + hy + 1)`, `y' = (dx + ey + f) / (gx + hy + 1)`. */
export type Matrix = readonly [number, number, number, number, number, number, number, number]

/** The projective map that takes four points to four others. */
export function perspectiveOf(from: readonly Point[], to: readonly Point[]): Matrix {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i]!
    return [
      [x, y, 1, 0, 0, 0, -u * x, -u * y, u],
      [0, 0, 0, x, y, 1, -v * x, -v * y, v],
    ]
  })
  return solve(rows) as unknown as Matrix
}

/** Gauss-Jordan elimination; the last column is the right-hand side. */
function solve(rows: number[][]): number[] {
  rows.forEach((_, column) => {
    const candidates = rows.slice(column).map((row) => Math.abs(row[column]!))
    const pivot = column + candidates.indexOf(Math.max(...candidates))
    ;[rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!]
    const lead = rows[column]!
    rows.forEach((row, i) => {
      if (i === column) return
      const factor = row[column]! / lead[column]!
      row.forEach((_, k) => (row[k]! -= factor * lead[k]!))
    })
  })
  return rows.map((row, i) => row.at(-1)! / row[i]!)
}
