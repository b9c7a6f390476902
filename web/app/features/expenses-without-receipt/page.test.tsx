import { incomeYearOf } from '@docketbox/contract/core/income-years'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import {
  type ExpenseWithoutReceipt,
  expenseEndpoints,
} from '@docketbox/contract/expenses-without-receipt/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { useQuery } from '@tanstack/react-query'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { summaryOf, yearsFake } from '#features/years/testing'
import { query } from '#platform/api/query.ts'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import ExpensesPage from './page.tsx'

const toll: ExpenseWithoutReceipt = {
  _id: '01a1f98c-b7c0-73be-90be-d80dc65f7534',
  kind: 'unobtainable',
  paidOn: '2026-03-03',
  incomeYear: '2025-26',
  supplier: 'Linkt',
  description: 'Tolls to a client',
  amountCents: 1240,
  label: 'D2',
  workUsePercent: 50,
  claimableCents: 620,
  lastClaimedYear: null,
  canBeAsset: false,
  mayBeAsset: false,
  note: 'Tolls come without receipts',
  enteredBy: 'Ann Lee',
  enteredAt: '2026-03-04T02:00:00.000Z',
  changedAt: '2026-03-04T02:00:00.000Z',
}

let stored: ExpenseWithoutReceipt[]
const saved = vi.fn<(id: string, body: object) => void>()
const fakes = [
  fake(expenseEndpoints.list, () => ({
    docs: stored,
    page: 1,
    totalPages: 1,
    totalDocs: stored.length,
    totals: stored.map(({ kind, amountCents, claimableCents }) => ({
      kind,
      records: 1,
      spentCents: amountCents,
      claimableCents,
    })),
    limits: { eachCents: 1000, yearCents: 20_000 },
  })),
  fake(expenseEndpoints.save, ({ params, body }) => {
    saved(params.evidenceId, body)
    const incomeYear = incomeYearOf(body.paidOn)
    const expense = { ...toll, ...body, incomeYear, _id: params.evidenceId } as ExpenseWithoutReceipt
    stored = [...stored.filter(({ _id }) => _id !== expense._id), expense]
    return expense
  }),
  fake(expenseEndpoints.remove, () => {
    stored = []
    return toll
  }),
  yearsFake(),
]

beforeEach(() => {
  stored = []
  saved.mockClear()
  signInAs('User')
  serveFakes(...fakes)
})
const open = () =>
  renderScreen(<ExpensesPage />, { path: '/years/:incomeYear/evidence', at: '/years/2025-26/evidence' })

test('a small expense is recorded with what a receipt would show', async () => {
  const { user } = open()
  expect(await screen.findByText('Nothing recorded for 2025–26.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Record an expense' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('Your own record, up to $10.00 each and $200.00 a year')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Save expense' }))
  expect((await dialog.findAllByText('Enter the supplier.')).length).toBeGreaterThan(0)
  await user.type(dialog.getByLabelText('Date'), '2026-03-03')
  await user.type(dialog.getByLabelText('Amount'), '4.50')
  await user.type(dialog.getByLabelText('Supplier'), 'City Parking')
  await user.type(dialog.getByLabelText('What you bought'), 'Parking')
  await user.click(dialog.getByRole('button', { name: 'Save expense' }))
  expect(await screen.findByText('City Parking')).toBeTruthy()
  expect(saved.mock.lastCall![1]).toMatchObject({
    kind: 'smallExpense',
    paidOn: '2026-03-03',
    amountCents: 450,
    supplier: 'City Parking',
    description: 'Parking',
  })
  expect(screen.getByText('$4.50 of $200.00')).toBeTruthy()
})

test('an expense without a receipt says why, and shows who entered it', async () => {
  stored = [toll]
  const { user } = open()
  expect(
    await screen.findByText(
      /No receipt available · D2 Work-related travel · entered by Ann Lee on 4 Mar 2026/,
    ),
  ).toBeTruthy()
  expect(screen.getByText('$6.20 claimable')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Edit Linkt' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText('Why there’s no receipt'))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect((await dialog.findAllByText('Say why there’s no receipt.')).length).toBeGreaterThan(0)
  await user.click(dialog.getByRole('radio', { name: /^Bank statement line/ }))
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect((await dialog.findAllByText('Say what it was for.')).length).toBeGreaterThan(0)
  expect(saved).not.toHaveBeenCalled()
})

test('an expense of another year says where it’s listed', async () => {
  stored = [toll]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Linkt' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.clear(dialog.getByLabelText('Date'))
  await user.type(dialog.getByLabelText('Date'), '2025-06-30')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Expense updated. It’s in 2024–25.')).toBeTruthy()
})

test('deleting an expense asks while the law requires it to be kept, and can be undone', async () => {
  // Another tab has changed its note since.
  stored = [{ ...toll, note: 'As listed' }]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Delete Linkt' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Delete it before 17 May 2032?' }))
  expect(question.getByText(/the law requires you to keep its records until 17\sMay\s2032/)).toBeTruthy()
  expect(stored).toHaveLength(1)
  await user.click(question.getByRole('button', { name: 'Delete anyway' }))
  expect(await screen.findByText('Nothing recorded for 2025–26.')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('Linkt')).toBeTruthy()
  expect(saved.mock.lastCall).toMatchObject([toll._id, { supplier: 'Linkt', note: toll.note }])
})

test('another year doesn’t show the expenses of the last one while it loads', async () => {
  stored = [toll]
  const { user } = open()
  await screen.findByText('Linkt')
  serveFakes(fake(expenseEndpoints.list, () => new Promise<never>(() => undefined)))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Income year' }), '2024-25')
  expect(await screen.findByText('Loading the expenses')).toBeTruthy()
  expect(screen.queryByText('Linkt')).toBeNull()
})

test('the page of the year follows an expense that’s deleted', async () => {
  stored = [toll]
  serveFakes(
    ...fakes,
    fake(yearEndpoints.summary, () => summaryOf({ assetCents: stored.length })),
  )
  function YearPage() {
    const { data } = useQuery(query(yearEndpoints.summary, { params: { incomeYear: '2025-26' } }))
    return data && <p>{data.assetCents} counted</p>
  }
  const { user } = renderScreen(
    <>
      <ExpensesPage />
      <YearPage />
    </>,
    { path: '/years/:incomeYear/evidence', at: '/years/2025-26/evidence' },
  )
  expect(await screen.findByText('1 counted')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Delete Linkt' }))
  await user.click(await screen.findByRole('button', { name: 'Delete anyway' }))
  expect(await screen.findByText('0 counted')).toBeTruthy()
})

test('what’s typed about an expense isn’t lost by leaving without a question', async () => {
  const { user, router } = open()
  await user.click(await screen.findByRole('button', { name: 'Record an expense' }))
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Supplier'), 'City Parking')
  void router.navigate('/years/2025-26')
  expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
})

test('an expense that’s being saved can’t be closed, so a failure is seen', async () => {
  const saving = Promise.withResolvers<ReturnType<typeof refuse>>()
  serveFakes(
    fake(expenseEndpoints.save, () => saving.promise),
    ...fakes,
  )
  stored = [toll]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Linkt' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Supplier'), ' Go')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText('Saving…')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  saving.resolve(refuse(commonRefusals.unavailable))
  expect(await dialog.findByText(commonRefusals.unavailable.message)).toBeTruthy()
  expect(dialog.getByLabelText<HTMLInputElement>('Supplier').value).toBe('Linkt Go')
})

test('an expense that may be an asset is asked about', async () => {
  stored = [
    {
      ...toll,
      description: 'Laptop',
      label: 'D5',
      amountCents: 900_00,
      claimableCents: 450_00,
      canBeAsset: true,
      mayBeAsset: true,
    },
  ]
  const answered = vi.fn<(id: string, body: object) => void>()
  serveFakes(
    ...fakes,
    fake(expenseEndpoints.setLastClaim, ({ params, body }) => {
      answered(params.evidenceId, body)
      stored = [{ ...stored[0]!, lastClaimedYear: body.incomeYear, mayBeAsset: false }]
      return stored[0]!
    }),
  )
  const { user } = open()
  const select = await screen.findByLabelText<HTMLSelectElement>('Claiming Laptop over several years?')
  expect(select.value).toBe('')
  await user.selectOptions(select, 'Yes, until 2028–29')
  expect(await screen.findByText('Saved. You’re claiming it until 2028–29.')).toBeTruthy()
  expect(answered).toHaveBeenCalledWith(toll._id, { incomeYear: '2028-29', isOneYear: false })
  expect(select.value).toBe('2028-29')
})

test('an expense that’s changed elsewhere shows what’s there now, except what’s typed, and is saved as that', async () => {
  stored = [{ ...toll, kind: 'smallExpense' }]
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Edit Linkt' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('Supplier'), ' Go')
  stored = [{ ...stored[0]!, supplier: 'Eastlink', note: null, workUsePercent: 100 }]
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await dialog.findByRole('button', { name: 'Show what’s there now' })).toBeTruthy()
  const valueOf = (label: string) => dialog.getByLabelText<HTMLInputElement>(label).value
  expect([valueOf('Supplier'), valueOf('Note (optional)')]).toEqual(['Linkt Go', ''])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Expense updated.')).toBeTruthy()
  expect(saved.mock.lastCall![1]).toMatchObject({ workUsePercent: 100, known: { supplier: 'Eastlink' } })
})
