import { expect, test, vi } from 'vitest'
import { sampleReceipts } from './data.ts'

test('the newest sample receipt was photographed today, in the morning too', () => {
  vi.stubEnv('TZ', 'Australia/Sydney')
  try {
    const morning = new Date(2026, 2, 3, 8, 30)
    const days = sampleReceipts('2025-26', morning).map(({ capturedOn }) => capturedOn)
    expect(days.slice(0, 2)).toEqual(['2026-03-03', '2026-03-02'])
  } finally {
    vi.unstubAllEnvs()
  }
})
