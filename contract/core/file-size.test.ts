import { expect, test } from 'vitest'
import { fileSize } from './file-size.ts'

test.each([
  [0, '0 KB'],
  [1, '1 KB'],
  [430_000, '420 KB'],
  [1_048_575, '1023 KB'],
  [1_048_576, '1.00 MB'],
  [1_258_291, '1.20 MB'],
  [21_474_836_480, '20 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})
