import { describe, expect, test, vi } from 'vitest'
import { turnedPdf } from '../reader/pdf-samples.ts'
import { readDocument } from '../reader/read-document.ts'

const options = { type: 'application/pdf', latestDay: '2026-11-22', engine: vi.fn<() => never>() }

describe.each([0, 90, 180, 270])('the text of a PDF that’s turned by %i degrees', (text) => {
  test.each([0, 90])('is read in its order on a page turned by %i', async (page) => {
    const read = await readDocument(await turnedPdf({ text, page }), options)
    expect(read.text.split('\n')).toEqual([
      'Bluegum Web Hosting',
      'ABN 51 824 753 556',
      'Tax invoice',
      '3 July 2026',
      'Hosting 121.00',
      'Total $121.00',
      'Printed on recycled paper',
    ])
    expect(read.fields).toMatchObject({
      documentDate: { value: '2026-07-03' },
      totalCents: { value: 12_100, level: 'sure' },
    })
  })
})

test.each([
  [0, { x: 420 / 595, y: 165 / 842 }],
  [90, { x: 1 - 165 / 595, y: 420 / 842 }],
])('a value in text turned by %i degrees is boxed where the page shows it', async (text, middle) => {
  const { fields } = await readDocument(await turnedPdf({ text, page: 0 }), options)
  const { left, top, width, height } = fields.totalCents!.box!
  expect(left + width / 2).toBeCloseTo(middle.x, 1)
  expect(top + height / 2).toBeCloseTo(middle.y, 1)
})
