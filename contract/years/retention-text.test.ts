import { describe, expect, test } from 'vitest'
import { unbroken } from '../core/dates.ts'
import {
  describeRetention,
  explainRetention,
  findRetentionYear,
  isRetained,
  type RetainedYear,
} from './retention-text.ts'

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

describe('the retention of an asset', () => {
  const today = '2026-11-22'
  const year = (
    incomeYear: string,
    keepUntil: string | null,
    lodged: typeof lodgement | null = lodgement,
  ) => ({
    incomeYear,
    lodgement: lodged,
    retention: keep(keepUntil, lodged === null),
  })
  const countsFrom = (years: RetainedYear[], lastClaimedYear: string | null = '2020-21') =>
    findRetentionYear({ incomeYear: '2018-19', lastClaimedYear }, years, today)?.incomeYear

  test('counts from the last year it’s claimed in', () => {
    const years = [year('2020-21', '2027-05-17', null), year('2018-19', '2025-05-15')]
    expect(countsFrom(years)).toBe('2020-21')
    for (const last of [null, '2017-18']) expect(countsFrom(years, last)).toBe('2018-19')
    expect(countsFrom(years, '2021-22')).toBeUndefined()
  })

  test.each([
    ['is disputed', year('2019-20', null), year('2020-21', '2026-10-31')],
    ['is disputed before it’s lodged', year('2019-20', null, null), year('2020-21', '2027-05-17', null)],
    ['was lodged late', year('2019-20', '2029-03-01'), year('2020-21', '2026-10-31')],
    ['was lodged late, while the last isn’t yet', year('2019-20', '2029-03-01'), year('2020-21', '2026-05-17', null)], // prettier-ignore
  ])('counts from an earlier year that %s', (_, earlier, last) => {
    expect(countsFrom([last, earlier])).toBe('2019-20')
  })

  test.each([
    ['whose period is over, too', year('2019-20', '2026-11-21'), year('2020-21', '2026-10-31')],
    ['that isn’t lodged yet', year('2019-20', '2027-05-17', null), year('2020-21', '2026-10-31')],
    ['whose period is over, while the last isn’t lodged yet', year('2019-20', '2026-11-21'), year('2020-21', '2026-05-17', null)], // prettier-ignore
    ['in which it isn’t claimed', year('2017-18', null), year('2020-21', '2026-10-31')],
    ['after the last', year('2021-22', null), year('2020-21', '2026-10-31')],
  ])('doesn’t count from a year %s', (_, other, last) => {
    expect(countsFrom([other, last])).toBe('2020-21')
  })
})
