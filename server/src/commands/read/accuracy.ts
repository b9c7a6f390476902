import { editDistance } from '../../features/reading/words/labels.ts'
import type { Label } from './labels.ts'
import type { ReadValues } from './read-file.ts'

export const FIELDS = ['supplier', 'date', 'total', 'abn', 'gst'] as const
export type FieldName = (typeof FIELDS)[number]

/** One value read: whether it's right, and how certain the reader was of it. `isRead`: whether there is a value. */
export type Outcome = { isRight: boolean; isRead: boolean; confidence: number }

/** A name may differ from the label by this share of its letters. */
const MAX_NAME_DIFFERENCE = 0.2

/** Compares what was read with the label; undefined where the label doesn't tell. */
export function outcomeOf(field: FieldName, read: ReadValues, label: Label): Outcome | undefined {
  const [actual, expected] = valuesOf(field, read, label)
  if (expected === undefined || (field === 'gst' && expected === null)) return undefined
  const isRight =
    field === 'supplier'
      ? label.suppliers.some((name) => isSameName(name, read.supplier ?? ''))
      : actual === expected
  return { isRight, isRead: actual !== null, confidence: read.confidence[field] }
}

function valuesOf(field: FieldName, read: ReadValues, label: Label) {
  if (field === 'supplier') return [read.supplier, label.suppliers[0]]
  if (field === 'date') return [read.date, label.date]
  if (field === 'total') return [read.totalCents, label.totalCents]
  return field === 'abn' ? [read.abn, label.abn] : [read.gstCents, label.gstCents]
}

/** Whether two names differ by at most a fifth of their letters and digits. */
export function isSameName(expected: string, actual: string): boolean {
  const [a, b] = [letters(expected), letters(actual)]
  const allowed = Math.max(1, Math.floor(a.length * MAX_NAME_DIFFERENCE))
  return editDistance(a, b, allowed) <= allowed
}

function letters(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9]/g, '')
}

/** Wilson's 95 % interval of a share. */
export function interval(successes: number, count: number): [low: number, high: number] {
  if (count === 0) return [0, 1]
  const z = 1.96
  const share = successes / count
  const centre = share + z ** 2 / (2 * count)
  const margin = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  const scale = 1 + z ** 2 / count
  return [Math.max(0, (centre - margin) / scale), Math.min(1, (centre + margin) / scale)]
}

/** The share of right values among the most certain ones that make up `coverage` of all receipts. */
export function precisionAt(outcomes: readonly Outcome[], coverage: number): number {
  const sorted = outcomes.toSorted((a, b) => b.confidence - a.confidence)
  const covered = sorted.slice(0, Math.round(outcomes.length * coverage))
  return covered.filter(({ isRight }) => isRight).length / Math.max(1, covered.length)
}
