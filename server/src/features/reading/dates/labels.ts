import { labelText } from '../words/labels.ts'
import type { Row } from '../words/rows.ts'

/** The label texts of a date: of its own row, and of the row above, unless that has a value of its own. */
export type DateLabels = { own: string; above: string }

type Span = { raw: string; from: number; to: number }

/** A row with more dates is no row of values below or beside their labels. */
const MAX_DATES = 6

/**
 * What's printed beside and above each date of a row. Of several dates, each has the words before it and those above that
 * are nearest to it.
 * @param raws the dates as they're printed.
 */
export function dateLabels(
  row: Row,
  above: Row | undefined,
  raws: readonly string[],
): (raw: string) => DateLabels {
  const spans = dateSpans(row.text, raws)
  const wordsAbove = above && !/\d/.test(above.text) ? above.words : []
  const textOf = (words: typeof wordsAbove) => labelText(words.map(({ text }) => text).join(' '))
  if (spans.length < 2 || spans.length > MAX_DATES) {
    const labels = { own: labelText(row.text), above: textOf(wordsAbove) }
    return () => labels
  }
  const nearest = inOrder(wordsAbove, spans.length) ?? nearestOf(wordsAbove, row, spans)
  const owns: string[] = []
  for (const [i, { from }] of spans.entries()) {
    const before = row.text.slice(spans[i - 1]?.to ?? 0, from)
    const isEndOfPeriod = i > 0 && /^ ?(-|to) ?$/i.test(before)
    owns.push(isEndOfPeriod ? owns[i - 1]! : labelText(before))
  }
  return (raw) => {
    const from = row.text.indexOf(raw)
    const index = spans.findIndex((span) => span.from <= from && from < span.to)
    return {
      own: owns[index] ?? '',
      above: textOf(wordsAbove.filter((_, i) => nearest[i] === index)),
    }
  }
}

/** The date of each word above, where those name as many dates as there are: a table's columns may have lost their places. */
function inOrder(wordsAbove: Row['words'], dates: number): number[] | undefined {
  let named = 0
  const order = wordsAbove.map(({ text }) => (/^DATE:?$/i.test(text) ? named++ : named))
  return named === dates ? order : undefined
}

/** The date that each word above is nearest to. */
function nearestOf(wordsAbove: Row['words'], row: Row, spans: readonly Span[]): number[] {
  const centres = spans.map((span) => centreOf(row, span))
  return wordsAbove.map(({ x, width }) => {
    const distances = centres.map((centre) => Math.abs(centre - x - width / 2))
    return distances.indexOf(Math.min(...distances))
  })
}

/** Where dates are in a text, from left to right. Of those that overlap, the longest. */
function dateSpans(text: string, raws: readonly string[]): Span[] {
  const spans = [...new Set(raws)].map((raw) => {
    const from = text.indexOf(raw)
    return { raw, from, to: from + raw.length }
  })
  const longest = spans.toSorted((a, b) => b.raw.length - a.raw.length)
  return longest
    .filter((span, i) => !longest.slice(0, i).some(({ from, to }) => from < span.to && span.from < to))
    .toSorted((a, b) => a.from - b.from)
}

/** The middle of the words that a part of a row's text is in, in pixels. */
function centreOf({ words }: Row, { from, to }: Span): number {
  let at = 0
  const inside = words.filter(({ text }) => {
    const start = at
    at += text.length + 1
    return start < to && start + text.length > from
  })
  const [first, last] = [inside[0]!, inside.at(-1)!]
  return (first.x + last.x + last.width) / 2
}
