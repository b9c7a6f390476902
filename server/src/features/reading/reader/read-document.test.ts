import { docxOf } from '@docketbox/testing/files/samples'
import { expect, test, vi } from 'vitest'
import { readDocument } from './read-document.ts'

const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const options = { type, latestDay: '2026-11-22', engine: vi.fn<() => never>() }

// Patterns that try again at each character would take minutes.
test.for([
  '1',
  '1,',
  '(',
  '#',
  '*',
  '1.11 ',
  'A-1-',
  'ABN 1',
  '01/02/202610:10',
  'Due 01/02/2026 ',
  'Total 1.11 credit ',
])('a paragraph of a hundred thousand characters is read in time: %s', async (piece) => {
  const paragraph = piece.repeat(100_000 / piece.length)
  await expect(readDocument(docxOf([paragraph]), options)).resolves.toMatchObject({ pages: 1 })
})

test.for([
  ['a total with thousands of dashes', `Total${' - .11'.repeat(8_000)}`],
  ['a recipient with tens of thousands of brackets', `To:${'&lt;'.repeat(45_000)}`],
])('so is %s', { timeout: 15_000 }, async ([, row]) => {
  await expect(readDocument(docxOf([row!]), options)).resolves.toMatchObject({ pages: 1 })
})

test('of a long document, only a few pages of text are kept', async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `${n}. The tenant looks after the garden 🌱`)
  const { text } = await readDocument(docxOf(lines), options)
  expect(text.startsWith('0. The tenant')).toBe(true)
  expect(text.length).toBe(8_000)
})
