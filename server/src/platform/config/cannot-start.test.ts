import { expect, test } from 'vitest'
import { explainError } from './cannot-start.ts'

test.each([
  [{ code: 'EROFS', path: '/data/files' }, '/data/files can’t be used (EROFS).'],
  [{ code: 'ENOSPC' }, 'The disk that holds DATA_DIR is full: free some space, then try again.'],
  [{ code: 'EACCES', syscall: 'listen' }, undefined],
  [{ code: 'ENOENT', path: '/data/files' }, undefined],
])('of %o, an operator is told: %s', (facts, sentence) => {
  expect(explainError(Object.assign(new Error('It failed.'), facts))).toBe(sentence)
})
