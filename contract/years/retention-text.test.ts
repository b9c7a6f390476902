import { expect, test } from 'vitest'
import { unbroken } from '../core/dates.ts'
import { describeRetention, explainRetention, isRetained, retentionYear } from './retention-text.ts'

const lodgement = { lodgedOn: '2026-03-20', via: 'agent' as const, amendedOn: null }
const keep = (keepUntil: string | null, isProvisional = false) => ({
  keepUntil,
  isProvisional,
  isDecisionDue: false,
})

test.each([
  [lodgement, keep('2031-05-15'), 'Keep until 15 May 2031 (2024–25, lodged 20 Mar 2026)'],
  [null, keep('2031-05-15', true), 'Keep until 15 May 2031 (provisional: 2024–25, not lodged yet)'],
  [lodgement, keep('2031-05-15', true), 'Keep until 15 May 2031 (provisional: 2024–25, lodged 20 Mar 2026)'],
  [
    lodgement,
    keep('2026-11-21'),
    'You no longer have to keep it. The period ended on 21 Nov 2026 (2024–25, lodged 20 Mar 2026)',
  ],
  [lodgement, keep('2026-11-22'), 'Keep until 22 Nov 2026 (2024–25, lodged 20 Mar 2026)'],
  [lodgement, keep(null), 'Keep until the dispute about 2024–25 is resolved'],
])('a year lodged %j and kept %j is described as %s', (lodged, retention, text) => {
  expect(describeRetention({ incomeYear: '2024-25', lodgement: lodged, retention }, '2026-11-22')).toBe(
    text.replaceAll(/\d+ [A-Z][a-z]+ \d{4}/g, unbroken),
  )
})

test.each([
  [
    lodgement,
    keep('2031-05-15'),
    /^You lodged your 2024–25 tax return on 20\u00A0Mar\u00A02026: .* until 15\u00A0May\u00A02031\.$/,
  ],
  [
    null,
    keep('2031-05-15', true),
    /^You haven’t marked your 2024–25 tax return as lodged yet\. .*, the law requires .* until 15\u00A0May\u00A02031\.$/,
  ],
  [lodgement, keep(null), /^There’s a dispute about 2024–25, /],
])('a year lodged %j and kept %j is explained', (lodged, retention, text) => {
  expect(explainRetention({ incomeYear: '2024-25', lodgement: lodged, retention }, '2026-11-22')).toMatch(
    text,
  )
})

test('without a known year, the rule is explained', () => {
  expect(explainRetention(undefined, '2026-11-22')).toContain('five years after your tax return is due')
})

test('the last day counts, and a dispute has no last day', () => {
  expect(isRetained({ retention: keep('2031-05-15') }, '2031-05-15')).toBe(true)
  expect(isRetained({ retention: keep('2031-05-15') }, '2031-05-16')).toBe(false)
  expect(isRetained({ retention: keep(null) }, '2099-01-01')).toBe(true)
})

test('a provisional end never counts as ended', () => {
  const year = { incomeYear: '2019-20', retention: keep('2026-05-17', true) }
  const today = '2026-11-22'
  expect(isRetained(year, today)).toBe(true)
  expect(describeRetention({ ...year, lodgement: null }, today)).toBe(
    'You may no longer have to keep it: that depends on when you lodged 2019–20',
  )
  expect(explainRetention({ ...year, lodgement: null }, today)).toBe(
    'You haven’t marked your 2019–20 tax return as lodged yet. If you lodge it late, the law requires you to keep its receipts for five years from that day.',
  )
  expect(explainRetention({ ...year, lodgement }, today)).toBe(explainRetention(undefined, today))
})

test('the retention of an asset counts from the last year it is claimed in', () => {
  expect(retentionYear({ incomeYear: '2024-25', lastClaimedYear: null })).toBe('2024-25')
  expect(retentionYear({ incomeYear: '2024-25', lastClaimedYear: '2027-28' })).toBe('2027-28')
  expect(retentionYear({ incomeYear: '2024-25', lastClaimedYear: '2023-24' })).toBe('2024-25')
})
