import { bombPdf, endlessPdf } from '@docketbox/testing/files/hostile'
import { pdf } from '@docketbox/testing/files/samples'
import { expect, test } from 'vitest'
import { refuseBomb } from './pdf-bomb.ts'

test('a PDF that unpacks to gigabytes is refused before it does', async () => {
  const bomb = bombPdf(2_500)
  expect(bomb.length).toBeLessThan(3_000_000)
  await expect(refuseBomb(bomb)).rejects.toThrow('unpacks to more')
})

test('a PDF whose parts together unpack to gigabytes is refused', async () => {
  const parts = Array.from({ length: 4 }, () => bombPdf(50))
  await expect(refuseBomb(Buffer.concat(parts))).rejects.toThrow('unpacks to more')
})

test.each([
  ['an ordinary PDF', pdf()],
  ['a long drawing', endlessPdf(1)],
  ['a stream that isn’t packed', Buffer.from('stream\nnothing\nendstream')],
])('%s isn’t refused', async (_, content) => {
  await expect(refuseBomb(content)).resolves.toBeUndefined()
})
