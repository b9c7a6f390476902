import { dateCandidates } from '../dates/candidates.ts'
import type { Page } from '../engine/page.ts'
import { abnCandidates } from '../suppliers/abn.ts'
import { totalCandidates } from '../totals/candidates.ts'
import { rowLabels } from '../totals/labels.ts'
import { rowsOf } from '../words/rows.ts'
import type { Area, Word } from '../words/words.ts'

/** The smallest gap between receipts, in heights of a word: side by side, and one above the other. */
const MIN_GAPS = { x: 2, y: 4 }
/** How much of the paper around its words belongs to a receipt, in heights of a word. */
const PADDING = 1.5
const MIN_ROWS = 4
const MAX_RECEIPTS = 8
/** Receipts are further apart than the columns of one. */
const MAX_GAPS = 4

type Axis = keyof typeof MIN_GAPS
/** A receipt among several: its words, its total in cents and its ABNs. */
type Part = { words: readonly Word[]; total: number; abns: readonly string[] }

/**
 * Finds the receipts in a picture that shows several: groups of words with wide gaps between them, each with a date or
 * an ABN, and a total of its own. A receipt that's one above another must also have another ABN, because one receipt
 * may come in two pieces of paper.
 * @param latestDay the last day a date may have, as an ISO day.
 * @returns where they are; empty unless there are at least two.
 */
export function findReceipts(words: readonly Word[], page: Page, latestDay: string): Area[] {
  const legible = words.filter(({ height, width }) => height > 2 && width > 1)
  const heights = legible.map(({ height }) => height).toSorted((a, b) => a - b)
  const usual = heights[heights.length >> 1]
  if (usual === undefined) return []
  const parts = split(legible, { page, usual, latestDay })
  const areDifferent = new Set(parts.map(({ total }) => total)).size === parts.length
  if (parts.length < 2 || parts.length > MAX_RECEIPTS || !areDifferent) return []
  return parts.map(({ words }) => areaAround(words, page, PADDING * usual))
}

type Context = { page: Page; usual: number; latestDay: string }

/** The receipts among some words: those of both sides of the first gap that has one on each, or all as one. */
function split(words: readonly Word[], context: Context): Part[] {
  for (const axis of ['x', 'y'] as const) {
    for (const at of gapsOf(words, axis, context)) {
      const isBefore = (word: Word) => spanOf(word, axis, context.page)[1] <= at
      const sides = [words.filter(isBefore), words.filter((word) => !isBefore(word))] as const
      if (!sides.every((side) => side.some(mayLabelTotal))) continue
      const before = split(sides[0], context)
      const after = before.length > 0 ? split(sides[1], context) : []
      if (after.length > 0 && (axis === 'x' || areOfOthers(before, after))) return [...before, ...after]
    }
  }
  const part = receiptOf(words, context.latestDay)
  return part ? [part] : []
}

/** Cheap to tell; spares a look at most gaps. */
function mayLabelTotal({ text }: Word): boolean {
  return /T[O0]TA|AM[O0]UNT|BALANCE|PAY/i.test(text)
}

/** Where gaps begin that no word crosses, the widest ones first. */
function gapsOf(words: readonly Word[], axis: Axis, { page, usual }: Context): number[] {
  const spans = words.map((word) => spanOf(word, axis, page)).toSorted((a, b) => a[0] - b[0])
  const gaps: { at: number; width: number }[] = []
  let end = spans[0]?.[1] ?? 0
  for (const [from, to] of spans) {
    if (from - end >= MIN_GAPS[axis] * usual) gaps.push({ at: end, width: from - end })
    end = Math.max(end, to)
  }
  return gaps
    .toSorted((a, b) => b.width - a.width)
    .slice(0, MAX_GAPS)
    .map(({ at }) => at)
}

/** From where to where a word reaches, in pixels of the page. */
function spanOf({ area }: Word, axis: Axis, { width, height }: Page): [number, number] {
  return axis === 'x' ? [area.left * width, area.right * width] : [area.top * height, area.bottom * height]
}

/** Some words as a receipt; undefined without a total, or without a date and an ABN. */
function receiptOf(words: readonly Word[], latestDay: string): Part | undefined {
  const rows = rowsOf([words])
  if (rows.length < MIN_ROWS) return undefined
  const total = totalCandidates(rows).find(({ row }) => {
    const label = rowLabels(row)
    return (label.total > 0 || label.strong > 0) && !label.isSubtotal && !label.isExclusive
  })
  const abns = abnCandidates(rows).map(({ value }) => value)
  if (!total || (abns.length === 0 && dateCandidates(rows, latestDay).length === 0)) return undefined
  return { words, total: total.value, abns }
}

function areOfOthers(parts: readonly Part[], others: readonly Part[]): boolean {
  const abns = others.flatMap((other) => other.abns)
  return (
    parts.every((part) => part.abns.length > 0 && !part.abns.some((abn) => abns.includes(abn))) &&
    others.every((other) => other.abns.length > 0)
  )
}

function areaAround(words: readonly Word[], { width, height }: Page, padding: number): Area {
  const [padX, padY] = [padding / width, padding / height]
  return {
    left: Math.max(0, Math.min(...words.map(({ area }) => area.left)) - padX),
    top: Math.max(0, Math.min(...words.map(({ area }) => area.top)) - padY),
    right: Math.min(1, Math.max(...words.map(({ area }) => area.right)) + padX),
    bottom: Math.min(1, Math.max(...words.map(({ area }) => area.bottom)) + padY),
  }
}
