import { expect, test } from 'vitest'
import { requestedRange } from './range.ts'

const file = { etag: '"a"', sizeBytes: 100 }

test.each([
  [undefined, undefined],
  ['bytes=0-99', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=99-500', { start: 99, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  // These mean nothing, or several parts: the whole file answers them.
  ['bytes=20-10', undefined],
  ['bytes=0-9,20-29', undefined],
  ['bytes=-', undefined],
  ['lines=0-9', undefined],
])('%j of a file of 100 bytes is %j', (range, part) => {
  expect(requestedRange({ range }, file)).toEqual(part)
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is beyond its end', (range) => {
  expect(requestedRange({ range }, file)).toBe('beyond')
})

test('a file that has changed is sent from its start', () => {
  expect(requestedRange({ range: 'bytes=10-', 'if-range': '"a"' }, file)).toEqual({ start: 10, end: 99 })
  expect(requestedRange({ range: 'bytes=10-', 'if-range': '"b"' }, file)).toBeUndefined()
})
