import { expect, test } from 'vitest'
import { deletedRefusal } from './deleted-refusal.ts'

test.each([
  [2, 'R1 and R2 are in the bin.'],
  [5, 'R1, R2, R3, R4 and R5 are in the bin.'],
  [8, 'R1, R2, R3, R4, R5 and 3 more are in the bin.'],
])('a change of %i deleted receipts names the first five', (count, sentence) => {
  const ids = Array.from({ length: count }, (_, index) => `R${index + 1}`)
  const receipts = ids.map((id) => ({ id, deletedAt: new Date(), supplier: null, description: id }))
  expect(deletedRefusal(ids, receipts)?.message).toContain(sentence)
})
