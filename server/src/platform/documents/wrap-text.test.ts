import { expect, test } from 'vitest'
import { wrapText } from './wrap-text.ts'

test.each([
  ['Thai', 'น้ำ'],
  ['Hindi', 'की'],
  ['accented Latin', 'n\u0303'],
])('a long word in %s is broken between letters, never before a mark', (_, letter) => {
  const lines = wrapText(letter.repeat(5), (line) => line.length <= letter.length * 2 + 1)
  expect(lines).toEqual([letter.repeat(2), letter.repeat(2), letter])
})
