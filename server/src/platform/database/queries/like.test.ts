import { expect, test } from 'vitest'
import { escapeLike } from './like.ts'

test.each([
  ['ann', 'ann'],
  ['50%_\\', '50\\%\\_\\\\'],
  ['.*(', '.*('],
])('a search for %j matches the pattern %j', (text, pattern) => {
  expect(escapeLike(text)).toBe(pattern)
})
