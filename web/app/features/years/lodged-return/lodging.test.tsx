import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import type { YearSummary } from '@docketbox/contract/years/summary'
import { yearTexts } from '@docketbox/contract/years/texts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { summaryOf } from '../testing/index.ts'
import YearPage from '../year/page.tsx'

const lodged = { lodgedOn: '2026-08-10', via: 'agent' as const, amendedOn: null }
const saved = vi.fn<(name: string, body?: object) => void>()

beforeEach(() => {
  vi.setSystemTime('2026-11-22T02:00:00Z')
  signInAs('User')
  saved.mockReset()
})

function open(changes: Partial<YearSummary> = {}) {
  let stored = summaryOf(changes)
  const category = { _id: '01937000-0000-7000-8000-000000000001', name: 'Fuel, Car Repair and Servicing' }
  serveFakes(
    fake(categoryEndpoints.list, () => ({ docs: [category], page: 1, totalPages: 1, totalDocs: 1 })),
    fake(yearEndpoints.summary, () => stored),
    fake(yearEndpoints.recordLodgedReturn, ({ body: { known, ...body } }) => {
      saved('lodged', { ...body, known })
      const lodgement = { ...body, amendedOn: body.amendedOn ?? null }
      stored = { ...stored, lodgement }
      return lodgement
    }),
    fake(yearEndpoints.removeLodgedReturn, ({ params }) => {
      saved('removed')
      stored = { ...stored, lodgement: null }
      return params
    }),
  )
  return renderScreen(<YearPage />, { path: '/years/:incomeYear', at: '/years/2025-26' })
}

test('the lodged return is recorded, and removed on Undo', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'I’ve lodged it' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Your return for 2025–26' }))
  fireEvent.change(dialog.getByLabelText('I lodged it on'), { target: { value: '2026-06-30' } })
  await user.click(dialog.getByRole('radio', { name: 'Through a registered tax agent' }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findAllByText(yearTexts.lodgedTooEarly('2025-26'))).length).toBeGreaterThan(0)
  fireEvent.change(dialog.getByLabelText('I lodged it on'), { target: { value: '2026-08-10' } })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Marked as lodged on 10 Aug 2026.')).toBeTruthy()
  expect(saved).toHaveBeenCalledWith('lodged', { ...lodged, known: null })
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved).toHaveBeenLastCalledWith('removed'))
})

test('a running year can’t be lodged yet', async () => {
  vi.setSystemTime('2026-06-30T02:00:00Z')
  open()
  expect(await screen.findByText(/^2025–26 ends on 30 Jun 2026/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'I’ve lodged it' })).toBeNull()
})

test('receipts added after lodging offer to amend the return', async () => {
  const { user } = open({ lodgement: lodged, addedSinceLodged: 2 })
  expect(
    await screen.findByText(/^You added 2 receipts to this year after you lodged your return on 10 Aug 2026/),
  ).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'I’ve amended it' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const amended = { ...lodged, amendedOn: '2026-11-22', known: lodged }
  await waitFor(() => expect(saved).toHaveBeenCalledWith('lodged', amended))
  expect(await screen.findByText('Marked as amended on 22 Nov 2026.')).toBeTruthy()
})

test('receipts that changed after lodging offer to amend the return, too', async () => {
  open({ lodgement: lodged, receiptsChangedSinceLodged: { edited: 2, removed: 1, inBin: 1 } })
  expect(
    await screen.findByText(
      /^You changed 2 of this year’s receipts and removed 1 after you lodged your return on 10 Aug 2026\. If that/,
    ),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'I’ve amended it' })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'See the receipts you changed' })
  expect(link.getAttribute('href')).toBe('/receipts?incomeYear=2025-26&changed=sinceLodged')
  expect(screen.getByRole('link', { name: 'See deleted receipts' }).getAttribute('href')).toBe('/trash')
})

test('receipts that moved to another year, or left the bin, aren’t looked for there', async () => {
  open({ lodgement: lodged, receiptsChangedSinceLodged: { edited: 0, removed: 1, inBin: 0 } })
  expect(await screen.findByText(/^You removed 1 of this year’s receipts/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See deleted receipts' })).toBeNull()
})

test('records that changed after lodging offer to amend the return, too', async () => {
  const { user } = open({ lodgement: lodged, changedSinceLodged: ['workFromHome', 'carTrips', 'expenses'] })
  expect(
    await screen.findByText(
      /^You changed this year’s hours worked from home, trips and expenses without a receipt after you lodged your return on 10 Aug 2026\. If that changes your claim, you can amend your return/,
    ),
  ).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'See what you added most recently' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'I’ve amended it' }))
  expect(await screen.findByRole('dialog', { name: 'Your return for 2025–26' })).toBeTruthy()
})

test('what’s typed about a return isn’t lost by leaving without a question', async () => {
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: 'I’ve lodged it' }))
  fireEvent.change(screen.getByLabelText('I lodged it on'), { target: { value: '2026-08-10' } })
  void router.navigate('/years')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
})
