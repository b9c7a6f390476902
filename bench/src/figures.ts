/** One line of the table: the measurement, its floor and whether it reaches the target. */
export type Figure = Readonly<{
  what: string
  /** Formatted, with its unit. */
  measured: string
  /** The comparison, measured in the same run. */
  floor?: string
  target: string
  isReached: boolean
}>

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!
}

/** A number to three significant digits, `1 234` style from a thousand on. */
export function round(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en-AU') : String(Number(value.toPrecision(3)))
}

export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, measured, floor = '', target, isReached }) => [
    what,
    measured,
    floor,
    target,
    isReached ? 'yes' : 'NO',
  ])
  const head = ['What', 'Measured', 'Beside it', 'Target', 'Reached']
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
