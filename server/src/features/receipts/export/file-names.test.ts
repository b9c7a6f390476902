import { expect, test } from 'vitest'
import { zipName } from './file-names.ts'

const file = { type: 'image/jpeg', fileId: '0199a000-0000-7000-8000-00000abcdef0', day: '2026-03-01' }

test('a receipt with long names in Japanese can be unzipped on Linux, which allows 255 bytes', () => {
  const path = zipName('Travel expenses', { ...file, names: ['鉄'.repeat(200), '東京までの出張'.repeat(20)] })
  const name = path.split('/')[1]!
  expect(name).toMatch(/^鉄+ - 東京までの出張.* - 2026-03-01 bcdef0\.jpg$/)
  // With room for the number of an earlier version.
  expect(Buffer.byteLength(name)).toBeLessThan(250)
})

test('names in English keep sixty characters each', () => {
  const names = ['Supplier '.repeat(10), 'Description '.repeat(10)]
  expect(zipName('Travel expenses', { ...file, names })).toBe(
    'Travel expenses/Supplier Supplier Supplier Supplier Supplier Supplier Suppli' +
      ' - Description Description Description Description Description - 2026-03-01 bcdef0.jpg',
  )
})
