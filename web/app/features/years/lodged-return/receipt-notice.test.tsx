import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { ReceiptDetails } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { AssetYear, LodgedNotice, RetentionLine } from '#features/years'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { yearOf, yearsFake } from '../testing/index.ts'

const receipt = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f0001',
  incomeYear: '2024-25',
  createdAt: '2025-03-03T02:00:00.000Z',
  describedAt: '2025-03-03T02:00:00.000Z',
  lastClaimedYear: null,
} as ReceiptDetails
const lodged = yearOf({
  incomeYear: '2024-25',
  lodgement: { lodgedOn: '2026-03-20', via: 'agent', amendedOn: null },
  retention: { keepUntil: '2031-05-15', isProvisional: false, isDecisionDue: false },
})
const saved = vi.fn<(incomeYear: string | null) => void>()

beforeEach(() => {
  vi.setSystemTime('2026-11-22T02:00:00Z')
  signInAs('User')
  saved.mockReset()
  serveFakes(yearsFake([yearOf({ incomeYear: '2027-28', receipts: 0 }), lodged]))
})

const open = (changes: Partial<ReceiptDetails> = {}) => {
  const shown = { ...receipt, ...changes }
  return renderScreen(
    <>
      <RetentionLine receipt={shown} />
      <LodgedNotice receipt={shown} />
    </>,
  )
}

test('a receipt says until when it has to be kept', async () => {
  open()
  expect(await screen.findByText('Keep until 15 May 2031 (2024–25, lodged 20 Mar 2026).')).toBeTruthy()
  expect(screen.queryByText(/^You lodged/)).toBeNull()
})

test('an asset counts from the last year it’s claimed in', async () => {
  open({ lastClaimedYear: '2027-28' })
  expect(await screen.findByText(/\(provisional: 2027–28, not lodged yet\)/)).toBeTruthy()
})

test('a receipt that was added after lodging offers to amend the return', async () => {
  open({ createdAt: '2026-03-21T02:00:00.000Z' })
  const link = await screen.findByRole('link', { name: 'amend your return' })
  expect(link.getAttribute('href')).toBe('/years/2024-25')
})

test.each<Partial<ReceiptDetails>>([
  { createdAt: '2026-03-21T02:00:00.000Z' },
  { hasChangedSinceLodged: true },
])(
  'two years after lodging, a receipt with %j leaves open whether the return can be amended',
  async (changes) => {
    vi.setSystemTime('2028-03-22T02:00:00Z')
    open(changes)
    expect(
      await screen.findByText(/, ask the ATO or your tax agent whether you can still amend/),
    ).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'amend your return' })).toBeNull()
  },
)

test('a receipt that was added in Perth on the day of lodging isn’t newer', async () => {
  const at = '2026-03-20T15:00:00.000Z'
  open({ createdAt: at, describedAt: at })
  expect(await screen.findByText(/^Keep until/)).toBeTruthy()
  expect(screen.queryByText(/^You lodged/)).toBeNull()
})

test('a receipt that was moved to a lodged year offers to amend the return', async () => {
  open({ inYearSince: '2026-03-21T02:00:00.000Z' })
  expect(await screen.findByText(/before you moved this receipt to that year/)).toBeTruthy()
})

test('a receipt that was added after lodging isn’t called moved because its date was read later', async () => {
  open({ createdAt: '2026-03-21T02:00:00.000Z', inYearSince: '2026-03-21T02:00:05.000Z' })
  expect(await screen.findByText(/before you added this receipt/)).toBeTruthy()
})

test('a receipt whose claim was changed after lodging offers to amend the return', async () => {
  open({ hasChangedSinceLodged: true, describedAt: '2026-03-21T02:00:00.000Z' })
  expect(await screen.findByText(/before you changed this receipt\. If that changes your claim/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'amend your return' })).toBeTruthy()
})

test('a description that was changed after lodging is marked', async () => {
  open({ describedAt: '2026-03-21T02:00:00.000Z' })
  expect(await screen.findByText(/before you last changed the description/)).toBeTruthy()
})

test('the last year of an asset is chosen', async () => {
  serveFakes(
    fake(receiptEndpoints.setLastClaim, ({ body }) => {
      saved(body.incomeYear)
      return Response.json({})
    }),
  )
  const { user } = renderScreen(<AssetYear receipt={receipt} />)
  await user.selectOptions(screen.getByLabelText('Claiming it over several years?'), '2027-28')
  await waitFor(() => expect(saved).toHaveBeenLastCalledWith('2027-28'))
})

test('of two answers about an asset in a row, the last one wins', async () => {
  const first = Promise.withResolvers<void>()
  serveFakes(
    fake(receiptEndpoints.setLastClaim, async ({ body }) => {
      if (body.incomeYear === '2027-28') await first.promise
      saved(body.incomeYear)
      return Response.json({})
    }),
  )
  const { user } = renderScreen(<AssetYear receipt={receipt} />)
  const select = screen.getByLabelText('Claiming it over several years?')
  await user.selectOptions(select, '2027-28')
  await user.selectOptions(select, '2028-29')
  first.resolve()
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
  expect(saved).toHaveBeenLastCalledWith('2028-29')
})
