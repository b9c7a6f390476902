import type { Row } from './rows.ts'
import type { Word } from './words.ts'

/** Words of a row that stand together, with the place of each in the row's text. */
export type Segment = { row: Row; start: number; end: number; text: string; words: readonly Word[] }

/** A wider gap, in heights of a word, separates columns. */
const MAX_GAP = 1.5
/** How far the edges of one column differ, in heights of a word. */
const MAX_OFFSET = 1

/** The parts of a row that are in different columns. */
export function segmentsOf(row: Row): Segment[] {
  const segments: { words: Word[]; start: number }[] = []
  let at = 0
  for (const word of row.words) {
    const previous = segments.at(-1)?.words.at(-1)
    const isNear = previous && word.x - (previous.x + previous.width) < MAX_GAP * word.height
    if (isNear) segments.at(-1)!.words.push(word)
    else segments.push({ words: [word], start: at })
    at += word.text.length + 1
  }
  return segments.map(({ words, start }) => {
    const text = words.map((word) => word.text).join(' ')
    return { row, start, end: start + text.length, text, words }
  })
}

/** Whether two parts have the same left or right edge. */
export function isAligned(a: Segment, b: Segment): boolean {
  const max = MAX_OFFSET * Math.max(a.words[0]!.height, b.words[0]!.height)
  return Math.abs(leftOf(a) - leftOf(b)) <= max || Math.abs(rightOf(a) - rightOf(b)) <= max
}

function leftOf({ words }: Segment): number {
  return words[0]!.x
}

function rightOf({ words }: Segment): number {
  const last = words.at(-1)!
  return last.x + last.width
}
