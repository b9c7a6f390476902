import { describe, expect, test } from 'vitest'
import { type PlacedText, textPage } from '../documents/text-page.ts'
import type { TextLine } from '../engine/page.ts'
import { extract } from './extract.ts'

const TODAY = '2026-11-22'
const [LINE_PX, LETTER_PX] = [30, 11]

/** Lines in a column of a page. Text after a bar is printed at the column's right edge. */
function column(lines: readonly string[], { left = 0, top = 0, width = 400 } = {}): PlacedText[] {
  return lines.flatMap((line, i) => {
    const [text = '', right = ''] = line.split(' | ')
    const place = { baseline: top + (i + 1) * LINE_PX, height: 20 }
    const rightPx = right.length * LETTER_PX
    return [
      { text, left, width: text.length * LETTER_PX, ...place },
      { text: right, left: left + width - rightPx, width: rightPx, ...place },
    ]
  })
}
const SIZE = { width: 1500, height: 1500 }
const receiptsOn = (...columns: PlacedText[][]) => receiptsIn(textPage(SIZE, columns.flat()).lines)
const receiptsIn = (lines: TextLine[]) => extract([{ ...SIZE, turn: 0, lines }], TODAY).receipts

/** A column turned clockwise around a point. */
function tilted(
  texts: PlacedText[],
  degrees: number,
  [aboutX, aboutY]: readonly [number, number],
): TextLine[] {
  const angle = (degrees * Math.PI) / 180
  return textPage(SIZE, texts).lines.map((line) => {
    const [x, y] = [line.box.centreX - aboutX, line.box.centreY - aboutY]
    const centreX = aboutX + x * Math.cos(angle) - y * Math.sin(angle)
    const centreY = aboutY + x * Math.sin(angle) + y * Math.cos(angle)
    return { ...line, box: { ...line.box, centreX, centreY, angle } }
  })
}

const cafe = ['Wattle Cafe and Bakery Sydney', 'ABN 51 824 753 556', '03/04/2026 10:15', 'Flat White | 5.20', 'Total | 12.00'] // prettier-ignore
const fuel = ['Bayside Fuel and Car Wash', 'ABN 53 004 085 616', '05/04/2026 08:30', 'Unleaded | 80.00', 'Total | 80.00'] // prettier-ignore
const taxi = [
  'Harbour Taxi to the airport',
  '06/04/2026 17:45',
  'Fare | 20.00',
  'Airport fee | 4.00',
  'TOTAL AUD | 24.00',
]
const second = { left: 500 }
const below = { top: 400 }

describe('several receipts in one picture are found', () => {
  test('side by side, with their places', () => {
    const found = receiptsOn(column(cafe), column(taxi, second), column(fuel, { left: 1000 }))
    expect(found).toHaveLength(3)
    const [first, next, last] = found.map(([[left], [right]]) => [left * 1500, right * 1500])
    expect(first![0]).toBe(0)
    for (const [area, from] of [
      [first!, 0],
      [next!, 500],
      [last!, 1000],
    ] as const) {
      expect(area[0]).toBeLessThanOrEqual(from)
      expect(area[1]).toBeGreaterThan(from + 390)
      expect(area[1]).toBeLessThan(from + 500)
    }
  })

  test('one above another, and in a grid', () => {
    expect(receiptsOn(column(cafe), column(fuel, below))).toHaveLength(2)
    expect(receiptsOn(column(cafe), column(taxi, second), column(fuel, below))).toHaveLength(3)
  })

  // Between them is no gap that's upright.
  test('tilted against each other, with their corners', () => {
    const found = receiptsIn([
      ...tilted(column(cafe, { left: 150, top: 300 }), -14, [350, 380]),
      ...tilted(column(taxi, { left: 620, top: 300 }), 12, [820, 380]),
    ])
    expect(found).toHaveLength(2)
    const tilts = found.map(([[left, top], [right, topRight]]) => Math.atan2(topRight - top, right - left))
    expect(tilts.map((tilt) => Math.round((tilt * 180) / Math.PI))).toEqual([-14, 12])
  })

  test('whose edges overlap, if their ABNs differ', () => {
    const under = column(cafe, { left: 150, top: 300 })
    const over = (lines: string[]) => tilted(column(lines, { left: 535, top: 290 }), 6, [735, 370])
    expect(receiptsIn([...textPage(SIZE, under).lines, ...over(fuel)])).toHaveLength(2)
    expect(receiptsIn([...textPage(SIZE, under).lines, ...over(taxi)])).toEqual([])
  })

  test('both tilted the same way', () => {
    const lines = [...column(cafe, { left: 200, top: 300 }), ...column(taxi, { left: 650, top: 300 })]
    expect(receiptsIn(tilted(lines, 15, [500, 400]))).toHaveLength(2)
  })
})

describe('one receipt is never taken for several', () => {
  test.for<[string, PlacedText[][]]>([
    ['on its own', [column(cafe)]],
    [
      'with its card slip beside it',
      [column(cafe), column(['Wattle Cafe', 'EFTPOS', '03/04/2026', 'Total AUD | 12.00'], second)],
    ],
    [
      'with another slip of the supplier below',
      [column(cafe), column([...cafe.slice(0, 4), 'Total | 15.00'], below)],
    ],
    [
      'in columns',
      [column(cafe), column(['Invoice 2041', 'Date 03/04/2026', 'Amount paid', 'Balance'], second)],
    ],
    [
      'with totals but one date',
      [column(cafe), column(['Coffee', 'Cake', 'Tea', 'Total | 9.00', 'Total | 14.00'], second)],
    ],
    ['without text', [[]]],
  ])('%s', ([, columns]) => {
    expect(receiptsOn(...columns)).toEqual([])
  })
})
