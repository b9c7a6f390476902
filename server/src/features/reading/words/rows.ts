import type { Word } from './words.ts'

/** Words printed side by side. Heights are relative to the page's median word; `y` is a share of all pages' text. */
export type Row = {
  index: number
  /** Counts from 0. */
  page: number
  words: Word[]
  text: string
  height: number
  maxHeight: number
  y: number
  confidence: number
}

const MIN_WORD_HEIGHT_PX = 2
const MIN_WORD_WIDTH_PX = 1
/** How many of the last rows a word may still belong to. */
const OPEN_ROWS = 8
/** How far a row may rise or fall across the page after levelling, in heights of a word. */
const MAX_RISE = 0.8
const PHASES = [0, 0.25, 0.5, 0.75]

type OpenRow = { words: Word[]; top: number; bottom: number; centre: number }

/** Groups the words of each page into rows, from top to bottom, each from left to right. */
export function rowsOf(pages: readonly (readonly Word[])[]): Row[] {
  return pages
    .flatMap((words, page) =>
      rowsOfPage(words).map((row) => ({ ...row, page, y: (page + row.y) / pages.length })),
    )
    .map((row, index) => ({ ...row, index }))
}

function rowsOfPage(allWords: readonly Word[]): Row[] {
  const legible = allWords.filter(
    ({ text, width, height }) => text && height > MIN_WORD_HEIGHT_PX && width > MIN_WORD_WIDTH_PX,
  )
  if (legible.length === 0) return []
  const words = withoutSlope(legible)
  const usual = median(words.map(({ height }) => height))
  const open: OpenRow[] = []
  for (const word of words.toSorted((a, b) => centreOf(a) - centreOf(b))) {
    const row = rowFor(word, open.slice(-OPEN_ROWS), usual)
    if (row) addTo(row, word, usual)
    else open.push({ words: [word], top: word.y, bottom: word.y + word.height, centre: centreOf(word) })
  }
  const top = Math.min(...words.map(({ y }) => y))
  const textHeight = Math.max(...words.map(({ y, height }) => y + height)) - top
  return open
    .toSorted((a, b) => a.centre - b.centre)
    .map(({ words, centre }, index) => {
      const sorted = words.toSorted((a, b) => a.x - b.x)
      const solid = sorted.filter(({ text }) => /[A-Z0-9]/i.test(text))
      const letters = sorted.reduce((sum, { text }) => sum + text.length, 0)
      return {
        index,
        page: 0,
        words: sorted,
        text: sorted.map(({ text }) => text).join(' '),
        height: median(sorted.map(({ height }) => height)) / usual,
        maxHeight: Math.max(...solid.map(({ height }) => height), 1) / usual,
        y: (centre - top) / textHeight,
        confidence: sorted.reduce((sum, word) => sum + word.confidence * word.text.length, 0) / letters,
      }
    })
}

function centreOf({ y, height }: Word): number {
  return y + height / 2
}

function rowFor(word: Word, rows: readonly OpenRow[], usual: number): OpenRow | undefined {
  let best: { row: OpenRow; overlap: number } | undefined
  for (const row of rows) {
    const shared = Math.min(row.bottom, word.y + word.height) - Math.max(row.top, word.y)
    const overlap = shared / Math.min(row.bottom - row.top, word.height)
    const isNear = Math.abs(centreOf(word) - row.centre) < 0.6 * Math.max(usual, row.bottom - row.top)
    if (overlap > 0.5 && isNear && overlap > (best?.overlap ?? 0)) best = { row, overlap }
  }
  return best?.row
}

function addTo(row: OpenRow, word: Word, usual: number): void {
  row.words.push(word)
  row.centre += (centreOf(word) - row.centre) / row.words.length
  row.top = Math.min(row.top, Math.max(word.y, row.centre - usual))
  row.bottom = Math.max(row.bottom, Math.min(word.y + word.height, row.centre + usual))
}

/** Removes the remaining slope: the one at which the words fall into the fewest rows. */
function withoutSlope(words: Word[]): Word[] {
  const usual = median(words.map(({ height }) => height))
  const bin = Math.max(2, usual / 4)
  const base = words.filter(
    ({ text, height }) => /[A-Za-z0-9]/.test(text) && height < usual * 1.8 && height > usual * 0.5,
  )
  const concentrationFrom = (slope: number, phase: number) => {
    const bins = new Map<number, number>()
    for (const { x, y, width, height, text } of base) {
      const at = (y + height - slope * (x + width / 2)) / bin + phase
      const lower = Math.floor(at)
      bins.set(lower, (bins.get(lower) ?? 0) + (1 - (at - lower)) * text.length)
      bins.set(lower + 1, (bins.get(lower + 1) ?? 0) + (at - lower) * text.length)
    }
    return [...bins.values()].reduce((sum, count) => sum + count * count, 0)
  }
  // Where the bins begin mustn't matter.
  const concentration = (slope: number) =>
    PHASES.reduce((sum, phase) => sum + concentrationFrom(slope, phase), 0)
  // A steeper slope would move a column of amounts beside the labels of the next row.
  const maxSlope = (MAX_RISE * usual) / (Math.max(...words.map(({ x, width }) => x + width)) || 1)
  const slopes = Array.from({ length: 41 }, (_, i) => ((i - 20) / 20) * maxSlope)
  const scored = slopes.map((slope) => ({ slope, score: concentration(slope) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  if (best.score <= concentration(0) * 1.06 || Math.abs(best.slope) <= 0.002) return words
  return words.map((word) => ({ ...word, y: word.y - best.slope * (word.x + word.width / 2) }))
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
