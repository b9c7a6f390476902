import type { YearSummary } from '@docketbox/contract/years/summary'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { RetentionCard } from './retention-card.tsx'

beforeEach(() => void vi.setSystemTime('2026-11-22T02:00:00Z'))

const lodgement = { lodgedOn: '2020-09-01', via: 'myTax' as const, amendedOn: null }
const show = (keepUntil: string | null, changes: object, isReadOnly: boolean) => {
  const retention = { keepUntil, isProvisional: false, isDecisionDue: false, ...changes }
  const summary = { incomeYear: '2019-20', lodgement, isDisputed: false, retention, ...changes }
  renderScreen(<RetentionCard summary={summary as unknown as YearSummary} isReadOnly={isReadOnly} />)
}

test.each([
  ['2031-11-01', {}, false, 'Keep them until 1 Nov 2031.'],
  ['2026-11-21', {}, false, 'You had to keep them until 21 Nov 2026.'],
  ['2026-11-21', {}, true, 'These had to be kept until 21 Nov 2026.'],
  [
    '2026-11-21',
    { isProvisional: true, lodgement: null },
    false,
    'You may no longer have to keep them.That depends on when you lodged your return.',
  ],
  [
    '2031-11-01',
    { isProvisional: true, lodgement: null },
    false,
    'Keep them until 1 Nov 2031 (provisional).',
  ],
  ['2031-11-01', { isProvisional: true, lodgement: null }, true, 'the return hasn’t been lodged'],
  [
    '2031-11-01',
    { isProvisional: true },
    false,
    'We don’t have this year’s due dates, so this is an estimate.',
  ],
  [null, {}, false, 'Keep your receipts from 2019–20 until the dispute is resolved'],
  [null, {}, true, 'These receipts must be kept until the dispute is resolved'],
])(
  'receipts kept until %s (%j; read-only: %s) are described as %s',
  async (keepUntil, changes, isReadOnly, text) => {
    show(keepUntil, changes, isReadOnly)
    const heading = await screen.findByRole('heading')
    const card = heading.closest('div')!.parentElement!
    expect(card.textContent.replaceAll('\u00A0', ' ')).toContain(text)
  },
)
