import type { AnySheet, Line } from './sheet.ts'

/** Excel opens no more rows of a sheet. */
export const MAX_ROWS = 1_048_576
/** The heading, and a total with an empty row before it. */
const OTHER_ROWS = 3
const MAX_NAME = 31

/**
 * Continues a sheet with more lines than fit on others, such as `Payments (2)`. Each must be read to its end before the
 * next.
 * @param maxRows of a sheet, with its heading and total.
 */
export async function* splitSheet(
  { name, columns, lines }: AnySheet,
  maxRows: number,
): AsyncGenerator<AnySheet> {
  const batches = lines[Symbol.asyncIterator]()
  let next: readonly Line[] = []
  const hasMore = async () => {
    while (next.length === 0) {
      const { done, value } = await batches.next()
      if (done) return false
      next = value
    }
    return true
  }
  async function* fitting() {
    for (let left = maxRows - OTHER_ROWS; left > 0 && (await hasMore());) {
      const batch = next.slice(0, left)
      next = next.slice(left)
      left -= batch.length
      yield batch
    }
  }
  try {
    for (let number = 1; number === 1 || (await hasMore()); number++)
      yield { name: nameOf(name, number), columns, lines: fitting() }
  } finally {
    await batches.return?.()
  }
}

function nameOf(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` (${number})`
  return name.slice(0, MAX_NAME - suffix.length) + suffix
}
