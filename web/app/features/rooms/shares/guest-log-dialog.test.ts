import { expect, test } from 'vitest'
import { describeEntry } from './guest-log-dialog.tsx'

test.each([
  [{ action: 'enter', about: null, title: null }, 'Opened your records'],
  [{ action: 'openYear', about: '2025-26', title: null }, 'Viewed 2025–26'],
  [{ action: 'search', about: 'fuel', title: null }, 'Searched for “fuel”'],
  [{ action: 'openReceipt', about: 'id', title: 'Ampol $56.85' }, 'Opened Ampol $56.85'],
  [{ action: 'downloadPack', about: null, title: 'Pack.zip' }, 'Downloaded Pack.zip'],
] as const)('%j is described as %s', (entry, sentence) => {
  expect(describeEntry(entry)).toBe(sentence)
})
