import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { receiptOf } from '#features/receipts/testing'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { summaryOf } from '../testing/index.ts'
import YearPage from './page.tsx'

const lodged = { lodgedOn: '2026-08-10', via: 'agent' as const, amendedOn: null }
const saved = vi.fn<(name: string, body?: object) => void>()
let stored: YearSummary

beforeEach(() => {
  vi.setSystemTime('2026-11-22T02:00:00Z')
  signInAs('User')
  saved.mockReset()
})

function open(changes: Partial<YearSummary> = {}) {
  stored = summaryOf(changes)
  const category = { _id: '01937000-0000-7000-8000-000000000001', name: 'Fuel, Car Repair and Servicing' }
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [category], page: 1, totalPages: 1, totalDocs: 1 })),
    fake(yearEndpoints.summary, () => stored),
    fake(yearEndpoints.setDispute, ({ body }) => {
      saved('dispute', body)
      stored = { ...stored, ...body }
      return body
    }),
    fake(yearEndpoints.keepReceipts, ({ body }) => {
      saved('keep', body)
      stored = { ...stored, retention: { ...stored.retention, isDecisionDue: !body.isKept } }
      return body
    }),
  )
  return renderScreen(<YearPage />, { path: '/years/:incomeYear', at: '/years/2025-26' })
}

test('totals follow what’s read in the background, for as long as receipts are being read', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.now() })
  open()
  let waiting = 2
  const asked = vi.fn<() => void>()
  serveFakes(
    fake(yearEndpoints.summary, () => stored),
    fake(receiptEndpoints.readingStatus, () => {
      asked()
      return { isOn: true, waiting }
    }),
  )
  await screen.findAllByText('$4,812.60')
  stored = summaryOf({ totals: { ...stored.totals, spentCents: 490_000 } })
  waiting = 0
  await act(() => vi.advanceTimersByTimeAsync(1500))
  expect((await screen.findAllByText('$4,900.00')).length).toBeGreaterThan(0)
  asked.mockReset()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked).not.toHaveBeenCalled()
})

test('asks about what may be an asset, and takes an answer back', async () => {
  const doc = {
    _id: '01a1f98c-b7c0-73be-90be-d80dc65f0001',
    hasReceipt: true,
    name: 'JB Hi-Fi',
    description: 'Laptop',
    day: '2025-08-03',
    spentCents: 1_499_00,
  }
  const possibleAssets = { receipts: 1, claimableCents: 749_50, expenses: 0, docs: [doc] }
  const { user } = open({ possibleAssets })
  serveFakes(
    fake(yearEndpoints.summary, () => stored),
    fake(receiptEndpoints.setLastClaim, ({ body }) => {
      saved('asset', body)
      const isAnswered = body.incomeYear !== null || body.isOneYear
      stored = summaryOf(isAnswered ? {} : { possibleAssets })
      return receiptOf()
    }),
  )
  expect(
    await screen.findByText(/^Claimable includes \$749\.50 from 1 receipt that may be for assets\./),
  ).toBeTruthy()
  const select = screen.getByLabelText<HTMLSelectElement>('JB Hi-Fi, $1,499.00')
  expect(select.value).toBe('')
  await user.selectOptions(select, 'No, all in one year')
  await waitFor(() => expect(saved).toHaveBeenCalledWith('asset', { incomeYear: null, isOneYear: true }))
  await waitFor(() => expect(screen.queryByLabelText('JB Hi-Fi, $1,499.00')).toBeNull())
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByLabelText('JB Hi-Fi, $1,499.00')).toBeTruthy()
  expect(saved).toHaveBeenLastCalledWith('asset', { incomeYear: null, isOneYear: false })
})

test('what was spent in the year before is aligned like the other amounts', async () => {
  const category = '01937000-0000-7000-8000-000000000001'
  open({
    previous: {
      incomeYear: '2024-25',
      receipts: 1,
      spentCents: 120_000,
      toDateCents: 120_000,
      byCategory: [{ category, receipts: 1, spentCents: 120_000 }],
    },
  })
  const cell = await screen.findByRole('cell', { name: '$1,200.00' })
  expect([...cell.classList]).toContain('text-right')
})

test('shows the amounts spent and claimable, and those unknown', async () => {
  open()
  expect((await screen.findAllByText('$4,812.60')).length).toBeGreaterThan(0)
  const link = screen.getByRole('link', { name: '1 of them without an amount in dollars' })
  expect(link.getAttribute('href')).toBe('/receipts?incomeYear=2025-26&missing=amount')
  expect(screen.getByRole('region', { name: 'By deduction label' }).textContent).toContain(
    'D1 Work-related car',
  )
  expect(screen.getByText('2 incomplete')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Prepare the form' }).getAttribute('href')).toBe(
    '/lodgement?year=2025-26',
  )
})

test.each([
  ['2026-11-02T02:00:00Z', 'Your return is due on 2 Nov 2026.'],
  ['2026-11-22T02:00:00Z', 'Your return was due on 2 Nov 2026, unless you had a tax agent by 31 October.'],
  ['2027-05-18T02:00:00Z', ''],
])('on %s the page says when the return is due: %s', async (now, due) => {
  vi.setSystemTime(now)
  open()
  const lead = await screen.findByText(/^1 Jul 2025 to 30 Jun 2026\./)
  expect(lead.textContent.replaceAll('\u00A0', ' ')).toBe(`1 Jul 2025 to 30 Jun 2026. ${due}`.trim())
})

test('an empty year says so and shows no zeros', async () => {
  const none = {
    receipts: 0,
    spentCents: 0,
    reimbursedCents: 0,
    claimableCents: 0,
    gstCents: 0,
    complete: 0,
    incomplete: 0,
    withoutAmount: 0,
  }
  open({ totals: none, byCategory: [], byLabel: [], months: [] })
  expect(await screen.findByText('No receipts in this income year yet.')).toBeTruthy()
  expect(screen.queryByText('$0.00')).toBeNull()
})

test('a year that couldn’t be loaded offers no actions, even while it’s tried again', async () => {
  serveFakes(fake(yearEndpoints.summary, () => refuse(commonRefusals.unexpected)))
  const { user } = renderScreen(<YearPage />, { path: '/years/:incomeYear', at: '/years/2025-26' })
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
  serveFakes(fake(yearEndpoints.summary, () => new Promise(() => undefined)))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Trying again…' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Print' })).toBeNull()
})

test('each meter says what it means, what it doesn’t, and whether it may change', async () => {
  const meter = { hasUnknown: false, eachCents: null }
  open({
    rules: { isChanging: true },
    meters: [
      { ...meter, kind: 'writtenEvidence', usedCents: 31_000, limitCents: 30_000, status: 'draft' },
      {
        ...meter,
        kind: 'smallExpenses',
        usedCents: 900,
        limitCents: 20_000,
        eachCents: 1_000,
        status: 'law',
      },
      { ...meter, kind: 'laundry', usedCents: 1_000, limitCents: null, status: 'unknown' },
    ],
  })
  expect(await screen.findByText(/rules for this year are still changing\. Figures/)).toBeTruthy()
  expect(screen.getByText('$310.00 of $300')).toBeTruthy()
  expect(screen.getByText('Above the limit')).toBeTruthy()
  expect(
    screen.getByText(
      /^The law doesn’t ask for receipts or other written evidence of work expenses up to \$300 in total/,
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^You can only claim what you’ve spent/)).toBeTruthy()
  expect(screen.getByText(/^For expenses of \$10 or less, up to \$200 a year/)).toBeTruthy()
  expect(screen.getByText(/^We don’t know this year’s limit\. So far: \$10\.00\./)).toBeTruthy()
})

const deduction = { cents: 100_000, workExpensesCents: 40_000, status: 'draft' as const }

test('the standard deduction appears only in years that have one', async () => {
  open({ standardDeduction: { ...deduction, hasUnknown: false } })
  expect(
    await screen.findByText(/^Your work expenses so far are \$600\.00 below the standard deduction\./),
  ).toBeTruthy()
  expect(screen.getByText(/It doesn’t cover gifts and donations/)).toBeTruthy()
})

test('work expenses as high as the standard deduction equal it', async () => {
  open({ standardDeduction: { ...deduction, workExpensesCents: 100_000, hasUnknown: false } })
  expect(await screen.findByText(/^Your work expenses so far equal the standard deduction\./)).toBeTruthy()
})

test('figures that aren’t known yet replace the comparison, and are mentioned beside a meter', async () => {
  open({
    standardDeduction: { ...deduction, hasUnknown: true },
    meters: [
      {
        kind: 'writtenEvidence',
        usedCents: 9_000,
        hasUnknown: true,
        limitCents: 30_000,
        eachCents: null,
        status: 'law',
      },
    ],
  })
  expect(await screen.findAllByText(/Some figures aren’t known yet\./)).toHaveLength(2)
  expect(screen.queryByText(/below the standard deduction/)).toBeNull()
})

test('a dispute suspends the retention, and Undo takes it back', async () => {
  const { user } = open({ lodgement: lodged })
  await user.click(await screen.findByRole('button', { name: 'Record an objection, review or appeal' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved).toHaveBeenLastCalledWith('dispute', { isDisputed: false }))
})

test('after the retention period the owner is asked, and nothing is deleted', async () => {
  const retention = { keepUntil: '2026-11-01', isProvisional: false, isDecisionDue: true }
  const { user } = open({ lodgement: lodged, retention })
  expect(await screen.findByText(/We never delete receipts ourselves/)).toBeTruthy()
  expect(screen.getByText(/receipts for assets .+ capital gains tax/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Choose what to delete' })
  expect(link.getAttribute('href')).toBe('/receipts?incomeYear=2025-26')
  await user.click(screen.getByRole('button', { name: 'Keep them' }))
  expect(await screen.findByText('We’ll keep your receipts.')).toBeTruthy()
  expect(saved).toHaveBeenCalledWith('keep', { isKept: true })
})
