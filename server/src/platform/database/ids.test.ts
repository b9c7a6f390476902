import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('keys rise, even many in one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('a key is a UUIDv7 and contains its creation time', () => {
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const madeAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  // Keys never go back, so a test with its own clock may have moved them ahead.
  expect(madeAt).toBeGreaterThan(Date.now() - 60_000)
  expect(madeAt).toBeLessThan(Date.now() + 30 * 24 * 60 * 60_000)
})
