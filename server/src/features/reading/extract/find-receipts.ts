import { dateCandidates } from '../dates/candidates.ts'
import type { Page, TextLine } from '../engine/page.ts'
import { abnCandidates } from '../suppliers/abn.ts'
import { totalCandidates } from '../totals/candidates.ts'
import { rowLabels } from '../totals/labels.ts'
import { rowsOf } from '../words/rows.ts'
import { isLegible, wordsOf } from '../words/words.ts'
import { anglesOf, type Corners, rectangleAround, spanOf } from './tilt.ts'

/** The smallest gap between receipts, in heights of a line: side by side, and one above the other. */
const MIN_GAPS = { across: 1.5, down: 2.7 }
/** How much of the paper around its lines belongs to a receipt, in heights of a line. */
const PADDING_LINES = 1.2
const MIN_ROWS = 4
/** Of all of them. The time to look for gaps grows with the square of the lines. */
const MAX_LINES = 2_000
const MAX_RECEIPTS = 8
/** Receipts are further apart than the columns of one. */
const MAX_GAPS = 4
/** Where papers overlap, this share of the lines may cross from one to the other, each by more than half its height. */
const MAX_CROSSING = 0.15
const MAX_BORDERS = 12

type Direction = keyof typeof MIN_GAPS
/** A receipt among several: its lines, its total in cents and its ABNs. */
type Part = { lines: TextLine[]; total: number; abns: readonly string[] }
type Sides = [before: TextLine[], after: TextLine[]]
type Context = { page: Page; usual: number; latestDay: string }

/**
 * Finds the receipts in a picture that shows several: groups of lines with wide gaps between them, each with a date or
 * an ABN, and its own total. A receipt above or below another must also have a different ABN, because one receipt
 * may come in two pieces of paper. They may be tilted, each in its own way.
 * @param latestDay the last day a date may have, as an ISO day.
 * @returns their corners, as shares of the page, clockwise from the top left; empty unless there are at least two.
 */
export function findReceipts(page: Page, latestDay: string): Corners[] {
  const legible = page.lines.filter(isLegible)
  const heights = legible.map(({ box }) => box.height).toSorted((a, b) => a - b)
  const usual = heights[heights.length >> 1]
  if (usual === undefined || legible.length > MAX_LINES) return []
  const parts = split(legible, { page, usual, latestDay })
  const areDifferent = new Set(parts.map(({ total }) => total)).size === parts.length
  if (parts.length < 2 || parts.length > MAX_RECEIPTS || !areDifferent) return []
  return parts.map(({ lines }) => rectangleAround(lines, page, PADDING_LINES * usual))
}

/** The receipts among some lines: those of both sides of the first gap that has one on each, or all as one. */
function split(lines: TextLine[], context: Context): Part[] {
  for (const direction of ['across', 'down'] as const) {
    for (const sides of gapsIn(lines, direction, context.usual)) {
      const parts = splitAt(sides, context, { mustDiffer: direction === 'down' })
      if (parts) return parts
    }
  }
  for (const sides of overlapsIn(lines, context)) {
    const parts = splitAt(sides, context, { mustDiffer: true })
    if (parts) return parts
  }
  const part = receiptOf(lines, context)
  return part ? [part] : []
}

/**
 * The receipts on both sides; undefined unless each has one.
 * @param mustDiffer whether those of one side must have other ABNs than those of the other.
 */
function splitAt(
  sides: Sides,
  context: Context,
  { mustDiffer }: { mustDiffer: boolean },
): Part[] | undefined {
  if (!sides.every(mayBeReceipt)) return undefined
  const before = split(sides[0], context)
  const after = before.length > 0 ? split(sides[1], context) : []
  if (after.length === 0 || (mustDiffer && !areOfOthers(before, after))) return undefined
  return [...before, ...after]
}

/** A cheap check, so that most gaps are skipped before the others. */
function mayBeReceipt(lines: readonly TextLine[]): boolean {
  return lines.length >= MIN_ROWS && lines.some(({ text }) => /T[O0]TA|AM[O0]UNT|BALANCE|PAY/i.test(text))
}

/**
 * The lines on both sides of gaps that no line crosses, the widest gaps first. Between two papers that don't overlap
 * there's a straight gap along an edge of one of them, which has the angle of its lines.
 */
function gapsIn(lines: TextLine[], direction: Direction, usual: number): Sides[] {
  return anglesOf(lines)
    .flatMap((angle) =>
      gapsAt(lines, direction === 'across' ? angle : angle + Math.PI / 2)
        .toSorted((a, b) => b.width - a.width)
        .slice(0, MAX_GAPS),
    )
    .filter(({ width }) => width >= MIN_GAPS[direction] * usual)
    .toSorted((a, b) => b.width - a.width)
    .map(({ sides }) => sides)
}

function gapsAt(lines: TextLine[], angle: number): { width: number; sides: Sides }[] {
  const spans = lines
    .map((line) => ({ line, span: spanOf(line, angle) }))
    .toSorted((a, b) => a.span[0] - b.span[0])
  const sorted = spans.map(({ line }) => line)
  let end = spans[0]!.span[1]
  return spans.slice(1).flatMap(({ span: [from, to] }, i) => {
    const width = from - end
    end = Math.max(end, to)
    const sides: Sides = [sorted.slice(0, i + 1), sorted.slice(i + 1)]
    return width > 0 ? [{ width, sides }] : []
  })
}

/** The lines on both sides of where papers side by side may overlap, those with the fewest lines across first. */
function overlapsIn(lines: TextLine[], { page, usual }: Context): Sides[] {
  const abns = abnCandidates(rowsOf([wordsOf({ ...page, lines })]))
  if (new Set(abns.map(({ value }) => value)).size < 2) return []
  return anglesOf(lines)
    .flatMap((angle) => bordersIn(lines, angle, usual / 2))
    .filter(({ crossing, sides }) => crossing <= MAX_CROSSING * lines.length && sides.every(mayBeReceipt))
    .toSorted((a, b) => a.crossing - b.crossing)
    .slice(0, MAX_BORDERS)
    .map(({ sides }) => sides)
}

/** Borders between lines, and how many lines cross them. @param step pixels from one to the next. */
function bordersIn(lines: TextLine[], angle: number, step: number): { crossing: number; sides: Sides }[] {
  const spans = lines
    .map((line) => ({ line, span: spanOf(line, angle) }))
    .toSorted((a, b) => a.span[0] + a.span[1] - b.span[0] - b.span[1])
  const sorted = spans.map(({ line }) => line)
  return spans.slice(1).flatMap(({ span }, i) => {
    const [before, after] = [spans[i]!.span, span].map(([from, to]) => (from + to) / 2) as [number, number]
    const borders = Array.from({ length: Math.ceil((after - before) / step) }, (_, at) => before + at * step)
    const crossing = Math.min(
      ...borders.map((x) => spans.filter(({ span: [from, to] }) => from < x - step && to > x + step).length),
    )
    return borders.length > 0
      ? [{ crossing, sides: [sorted.slice(0, i + 1), sorted.slice(i + 1)] as Sides }]
      : []
  })
}

/** Some lines as a receipt; undefined without a total, or without a date and an ABN. */
function receiptOf(lines: TextLine[], { page, latestDay }: Context): Part | undefined {
  const rows = rowsOf([wordsOf({ ...page, lines })])
  if (rows.length < MIN_ROWS) return undefined
  const total = totalCandidates(rows).find(({ row }) => {
    const label = rowLabels(row)
    return (label.total > 0 || label.strong > 0) && !label.isSubtotal && !label.isExclusive
  })
  const abns = abnCandidates(rows).map(({ value }) => value)
  if (!total || (abns.length === 0 && dateCandidates(rows, latestDay).length === 0)) return undefined
  return { lines, total: total.value, abns }
}

function areOfOthers(parts: readonly Part[], others: readonly Part[]): boolean {
  const abns = others.flatMap((other) => other.abns)
  return (
    parts.every((part) => part.abns.length > 0 && !part.abns.some((abn) => abns.includes(abn))) &&
    others.every((other) => other.abns.length > 0)
  )
}
