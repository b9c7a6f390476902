import { docxOf } from '@docketbox/testing/files/samples'
import { expect, test, vi } from 'vitest'
import { readDocument } from './read-document.ts'

test('of a long document, only a few pages of text are kept', async () => {
  const lines = Array.from({ length: 300 }, (_, n) => `${n}. The tenant looks after the garden 🌱`)
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const options = { type, latestDay: '2026-11-22', engine: vi.fn<() => never>() }
  const { text } = await readDocument(docxOf(lines), options)
  expect(text.startsWith('0. The tenant')).toBe(true)
  expect(text.length).toBe(8_000)
})
