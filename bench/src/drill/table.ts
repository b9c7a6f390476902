/** Prints rows of equal width. */
export function printTable(head: string[], lines: string[][]): void {
  const widths = head.map((title, at) => Math.max(title.length, ...lines.map((line) => line[at]!.length)))
  for (const line of [head, widths.map((width) => '-'.repeat(width)), ...lines])
    console.log(`| ${line.map((cell, at) => cell.padEnd(widths[at]!)).join(' | ')} |`)
}
