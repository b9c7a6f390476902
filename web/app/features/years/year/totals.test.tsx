import type { YearSummary } from '@docketbox/contract/years/summary'
import { yearTexts } from '@docketbox/contract/years/texts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { summaryOf } from '../testing/index.ts'
import { EarlierAssets } from './earlier-assets.tsx'
import { YearTotals } from './totals.tsx'

beforeEach(() => {
  vi.setSystemTime('2026-11-22T02:00:00Z')
  signInAs('User')
})

function open(changes: Partial<YearSummary>) {
  renderScreen(<YearTotals summary={summaryOf(changes)} isReadOnly={false} />, {
    path: '/years/2025-26',
  })
}

test('compares a finished year with the year before', async () => {
  open({
    previous: {
      incomeYear: '2024-25',
      receipts: 2,
      spentCents: 500_000,
      toDateCents: 500_000,
      byCategory: [],
    },
  })
  expect(await screen.findByText(/That’s \$187\.40 less than in 2024–25\./)).toBeTruthy()
})

test('receipts that aren’t sorted yet are counted, with a link to them', async () => {
  const sorted = summaryOf().byLabel.filter(({ label }) => label !== null)
  open({ byLabel: [...sorted, { ...sorted[0]!, label: null, receipts: 3 }] })
  const link = await screen.findByRole('link', { name: '3 not sorted under a deduction label yet' })
  expect(link.getAttribute('href')).toBe('/receipts?incomeYear=2025-26&label=none')
})

test('assets claimed over several years are mentioned', async () => {
  open({ assetCents: 240_000 })
  expect(
    await screen.findByText(
      'Claimable includes $2,400.00 for assets claimed over several years. Only this year’s decline in value counts.',
    ),
  ).toBeTruthy()
})

test('assets from earlier years are mentioned even without receipts', async () => {
  open({ totals: { ...summaryOf().totals, receipts: 0, withoutAmount: 0 }, earlierAssets: 1 })
  expect(
    await screen.findByText(
      '1 asset from earlier years is still claimed in this one. Claimable doesn’t include its decline in value.',
    ),
  ).toBeTruthy()
})

test.each([false, true])(
  'names the assets from earlier years, read-only for guests: %s',
  async (isReadOnly) => {
    const laptop = {
      _id: 'r1',
      hasReceipt: true,
      name: 'JB Hi-Fi',
      description: 'Laptop',
      day: '2025-01-15',
      incomeYear: '2024-25',
      spentCents: 1_899_00,
      workUsePercent: 70,
      label: 'D5' as const,
      lastClaimedYear: '2027-28',
    }
    const desk = { ...laptop, _id: 'e1', hasReceipt: false, name: 'IKEA', description: 'Desk' }
    const summary = summaryOf({ earlierAssets: 3, earlierAssetDocs: [laptop, desk] })
    const page = <EarlierAssets summary={summary} isReadOnly={isReadOnly} />
    renderScreen(page, { path: '/years/2025-26' })
    const [first, second] = await screen.findAllByRole('listitem')
    expect(first!.textContent!.replaceAll('\u00A0', ' ')).toBe(
      'JB Hi-Fi $1,899.00 Laptop · 15 Jan 2025 · 70% for work · D5 Other work-related · claimed until 2027–28',
    )
    expect(second!.textContent).toMatch(/ · no receipt$/)
    expect(screen.getByText('The tax pack lists 1 more asset in receipts.xlsx.')).toBeTruthy()
    const links = screen.queryAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links).toEqual(isReadOnly ? [] : ['/review/r1', '/years/2024-25/evidence'])
  },
)

test('a business registered for GST is told that its amounts include it', async () => {
  open({ businessIncludesGst: true })
  expect(await screen.findByText(yearTexts.businessIncludesGst)).toBeTruthy()
})

const logbook =
  'You need a logbook to claim a car’s costs, and there’s none with costs in this year’s records. Costs of a motorcycle, a minibus, or a ute or van that carries a tonne or more don’t need one. For a job, they belong under D2 Work-related travel.'

test.each<[string, Partial<YearSummary>, string]>([
  ['a job', {}, `Claimable includes $3,900.00 of car receipts under D1 Work-related car. ${logbook}`],
  [
    'a business',
    { byLabel: [{ ...summaryOf().byLabel[0]!, label: 'business' }] },
    `Claimable includes $3,900.00 of car receipts under Business. ${logbook}`,
  ],
  [
    'a job, none with a receipt',
    {
      byLabel: [],
      cars: { ...summaryOf().cars, claimableCents: 0 },
      evidenceParts: { coveredCents: 0, assetCents: 0, possibleCents: 0, carCents: 80_00 },
    },
    `Expenses without a receipt include $80.00 for cars. ${logbook}`,
  ],
  [
    'both, some without a receipt',
    {
      byLabel: [{ ...summaryOf().byLabel[0]!, claimableCents: 90_000 }],
      evidenceParts: { coveredCents: 0, assetCents: 0, possibleCents: 0, carCents: 80_00 },
    },
    `Claimable includes $3,900.00 of car receipts under D1 Work-related car and Business. Expenses without a receipt include $80.00 for cars. ${logbook}`,
  ],
])('costs of a car for %s without records of it say that they need a logbook', async (_, changes, text) => {
  open(changes)
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each([
  [['HiLux'], 'HiLux isn’t a car for tax purposes, so its costs belong under D2 Work-related travel.'],
  [
    ['HiLux', 'Vespa'],
    'HiLux and Vespa aren’t cars for tax purposes, so their costs belong under D2 Work-related travel.',
  ],
])('vehicles that aren’t cars are named with the label of their costs: %j', async (names, sentence) => {
  const trips = { kind: 'carTrips' as const, label: 'D2' as const, method: 'Trips', quantity: 10, unit: 'km' }
  const claim = { ...trips, claimableCents: null, note: null, choice: null, isChosen: true }
  open({ records: names.map((subject) => ({ ...claim, _id: subject, subject })) })
  expect((await screen.findByText(/need a logbook/)).textContent).toContain(` records. ${sentence}`)
})

test('what the records already cover is mentioned with its amount', async () => {
  const [car] = summaryOf().byLabel
  const claim = { subject: '', method: '', quantity: 1, unit: '', claimableCents: null, note: null }
  const chosen = { ...claim, choice: null, isChosen: true }
  open({
    byLabel: [
      { ...car!, coveredCents: 200_000 },
      { ...car!, label: 'D5', coveredCents: 44_000 },
    ],
    records: [
      { ...chosen, _id: 'home', kind: 'workFromHome', label: 'D5' },
      { ...chosen, _id: 'car', kind: 'carTrips', label: 'D1', choice: 'car:mazda' },
    ],
    evidenceParts: { coveredCents: 80_00, assetCents: 0, possibleCents: 0, carCents: 0 },
  })
  expect(
    await screen.findByText(
      'Expenses without a receipt include $80.00 that the methods in the records already cover, so don’t claim it twice.',
    ),
  ).toBeTruthy()
  expect(
    await screen.findByText(
      'Claimable includes $2,000.00 of receipts under D1 Work-related car. The car method in the records already covers them, so don’t claim them twice.',
    ),
  ).toBeTruthy()
  expect(
    screen.getByText(
      /^Claimable includes \$440\.00 of receipts under D5 .+ for energy, phone, internet, stationery and computer consumables\. The fixed rate/,
    ),
  ).toBeTruthy()
  expect(screen.queryByText(/need a logbook/)).toBeNull()
})
