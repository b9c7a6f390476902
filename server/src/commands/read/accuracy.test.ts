import { describe, expect, test } from 'vitest'
import { interval, isSameName, type Outcome, outcomeOf, precisionAt } from './accuracy.ts'
import type { Label } from './labels.ts'
import type { ReadLine } from './read-file.ts'

const label: Label = {
  file: 'a.jpg',
  suppliers: ['Wattle Cafe', 'Wattle Cafe Pty Ltd'],
  date: '2026-04-03',
  totalCents: 2200,
  abn: undefined,
  gstCents: null,
}
const read: ReadLine = {
  file: 'a.jpg',
  supplier: 'WATTLE CAFE',
  abn: '51824753556',
  date: '2026-04-08',
  totalCents: null,
  gstCents: null,
  confidence: { supplier: 0.95, abn: 1, date: 0.7, total: 0, gst: 0 },
  pages: 1,
  ms: 900,
  cpuMs: 700,
  peakMemoryMb: 400,
}

describe('what was read', () => {
  test('is compared with the label, field by field', () => {
    expect(outcomeOf('supplier', read, label)).toEqual({ isRight: true, isRead: true, confidence: 0.95 })
    expect(outcomeOf('date', read, label)).toEqual({ isRight: false, isRead: true, confidence: 0.7 })
    expect(outcomeOf('total', read, label)).toEqual({ isRight: false, isRead: false, confidence: 0 })
  })

  test('isn’t compared where the label doesn’t tell, or there is no GST to read', () => {
    expect(outcomeOf('abn', read, label)).toBeUndefined()
    expect(outcomeOf('gst', read, label)).toBeUndefined()
  })
})

test('names may differ by a fifth of their letters', () => {
  expect(isSameName('Wattle Cafe', 'WATLE CAF')).toBe(true)
  expect(isSameName('Wattle Cafe', 'Bottle Care')).toBe(false)
})

test('a share of 98 in 100 is known to about four points', () => {
  const [low, high] = interval(98, 100)
  expect(low).toBeCloseTo(0.93, 2)
  expect(high).toBeCloseTo(0.994, 2)
})

test('precision counts the most certain values first', () => {
  const outcomes: Outcome[] = [0.9, 0.8, 0.7, 0.2].map((confidence, i) => ({
    isRight: i < 3,
    isRead: true,
    confidence,
  }))
  expect(precisionAt(outcomes, 0.75)).toBe(1)
  expect(precisionAt(outcomes, 1)).toBe(0.75)
})
