import type { Output } from '@docketbox/contract/core/endpoint'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { yearOf, yearsFake } from '#features/years/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { TaxQuestions } from './tax-questions.tsx'

type Profile = Output<typeof receiptEndpoints.taxProfile>
const employee = { work: 'employee', isGstRegistered: null } as const
const soleTrader = { work: 'soleTrader', isGstRegistered: true } as const
let profile: Profile
/** Ends when the server has saved an answer. */
let response = Promise.resolve()
const answered = vi.fn<(body: object) => void>()

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-30T02:00:00Z'))
  profile = { ...employee, answers: [{ ...employee, from: null }] }
  answered.mockClear()
  response = Promise.resolve()
  signInAs('User')
  const lodgement = { lodgedOn: '2025-10-20', via: 'myTax' as const, amendedOn: null }
  serveFakes(
    fake(receiptEndpoints.taxProfile, () => profile),
    fake(receiptEndpoints.updateTaxProfile, async ({ body }) => {
      answered(body)
      await response
      return profile
    }),
    yearsFake([
      yearOf({ incomeYear: '2026-27' }),
      yearOf({ receipts: 0 }),
      yearOf({ incomeYear: '2024-25', lodgement }),
      yearOf({ incomeYear: '2023-24', lodgement }),
    ]),
  )
})
afterEach(() => vi.useRealTimers())

const open = () => renderScreen(<TaxQuestions isAlwaysShown />)
const work = () => screen.findByLabelText<HTMLSelectElement>('How do you earn your income?')
const lodged = () => screen.queryByText(/already lodged/)?.textContent

test('another answer counts from this year on, unless its owner says otherwise', async () => {
  const { user } = open()
  await user.selectOptions(await work(), 'As a sole trader')
  const year = await screen.findByLabelText<HTMLSelectElement>('From which income year?')
  expect([...year.options].map(({ text }) => text)).toEqual([
    '2026–27, this year',
    '2024–25',
    '2023–24',
    'All years',
  ])
  expect(lodged()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Save answer' }))
  await waitFor(() => expect(answered).toHaveBeenCalledWith({ work: 'soleTrader', from: '2026-27' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an answer for lodged years says that their figures change, and can still be cancelled', async () => {
  const { user } = open()
  await user.selectOptions(await work(), 'Both')
  const year = await screen.findByLabelText('From which income year?')
  await user.selectOptions(year, '2024–25')
  expect(lodged()).toBe('This changes the figures of 2024–25, which you’ve already lodged.')
  await user.selectOptions(year, 'All years')
  expect(lodged()).toBe('This changes the figures of 2024–25 and 2023–24, which you’ve already lodged.')
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect((await work()).value).toBe('employee')
  expect(answered).not.toHaveBeenCalled()
})

const sinceLodged = { work: 'soleTrader', isGstRegistered: null } as const
const unanswered = { work: null, isGstRegistered: null, from: null }
test.each<[string, Profile]>([
  ['', { ...employee, answers: [{ ...employee, from: null }] }],
  [
    ', even if the other one’s only counts since a lodged return',
    { ...sinceLodged, answers: [unanswered, { ...sinceLodged, from: '2025-26' }] },
  ],
])('the first answer to a question is saved at once%s', async (_, before) => {
  profile = before
  const { user } = open()
  await user.selectOptions(await screen.findByLabelText('Are you registered for GST?'), 'No')
  await waitFor(() => expect(answered).toHaveBeenCalledWith({ isGstRegistered: false }))
})

/** As arrow keys do in a browser. */
function goThrough(select: HTMLSelectElement, values: string[]) {
  for (const value of values) {
    fireEvent.keyDown(select, { key: 'ArrowDown' })
    fireEvent.change(select, { target: { value } })
  }
}

test.each([['Enter'], ['Tab']])(
  'answers that arrow keys go through aren’t saved, only the last one once %s is pressed',
  async (key) => {
    profile = { work: null, isGstRegistered: null, answers: [] }
    const { user } = open()
    const select = await work()
    select.focus()
    goThrough(select, ['employee', 'soleTrader', 'both'])
    expect(select.value).toBe('both')
    expect(answered).not.toHaveBeenCalled()
    await user.keyboard(`{${key}}`)
    await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith({ work: 'both' }))
  },
)

test('the last answer that arrow keys went to is saved if its screen is closed', async () => {
  profile = { work: null, isGstRegistered: null, answers: [] }
  const { unmount } = open()
  goThrough(await work(), ['employee', 'soleTrader'])
  unmount()
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith({ work: 'soleTrader' }))
})

test('Enter doesn’t close the dialog that it opens', async () => {
  const { user } = open()
  const select = await work()
  select.focus()
  goThrough(select, ['soleTrader'])
  await user.keyboard('{Enter}')
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('an answer chosen in the list that a key opened is saved at once', async () => {
  profile = { work: null, isGstRegistered: null, answers: [] }
  open()
  const select = await work()
  fireEvent.keyDown(select, { key: ' ' })
  fireEvent.change(select, { target: { value: 'both' } })
  await waitFor(() => expect(answered).toHaveBeenCalledExactlyOnceWith({ work: 'both' }))
})

test('a first answer that’s corrected while it’s being saved asks since when', async () => {
  profile = { work: null, isGstRegistered: null, answers: [] }
  const { promise, resolve } = Promise.withResolvers<void>()
  response = promise
  const { user } = open()
  await user.selectOptions(await work(), 'As an employee')
  await waitFor(() => expect(answered).toHaveBeenCalledOnce())
  await user.selectOptions(await work(), 'As a sole trader')
  await user.selectOptions(await screen.findByLabelText('From which income year?'), 'All years')
  resolve()
  await user.click(screen.getByRole('button', { name: 'Save answer' }))
  await waitFor(() => expect(answered).toHaveBeenLastCalledWith({ work: 'soleTrader', from: null }))
})

test('an answer that replaces one of this year is saved at once', async () => {
  const answers = [
    { ...employee, from: null },
    { ...soleTrader, from: '2026-27' },
  ]
  profile = { ...soleTrader, answers }
  const { user } = open()
  await user.selectOptions(await work(), 'Both')
  await waitFor(() => expect(answered).toHaveBeenCalledWith({ work: 'both' }))
})

/** Asks when it started that the owner, an employee before, is a sole trader. @param from since when that counts. */
async function openStart(from: string) {
  profile = {
    ...soleTrader,
    answers: [
      { ...employee, from: null },
      { ...soleTrader, from },
    ],
  }
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^It started in another year: How/ }))
  return { user }
}

test('an answer of this year can count from an earlier one after all', async () => {
  const { user } = await openStart('2026-27')
  const year = await screen.findByLabelText('From which income year?')
  await user.selectOptions(year, '2024–25')
  expect(lodged()).toBe('This changes the figures of 2024–25, which you’ve already lodged.')
  await user.click(screen.getByRole('button', { name: 'Save answer' }))
  await waitFor(() => expect(answered).toHaveBeenCalledWith({ work: 'soleTrader', from: '2024-25' }))
})

test('an answer of an earlier year can start later, and says if that changes lodged years', async () => {
  const { user } = await openStart('2023-24')
  const year = await screen.findByLabelText<HTMLSelectElement>('From which income year?')
  expect([...year.options].map(({ text }) => text)).toEqual([
    '2026–27, this year',
    '2024–25',
    '2023–24',
    'All years',
  ])
  expect([year.value, lodged()]).toEqual(['2023-24', undefined])
  await user.selectOptions(year, '2024–25')
  expect(lodged()).toBe('This changes the figures of 2023–24, which you’ve already lodged.')
  await user.selectOptions(year, '2026–27, this year')
  expect(lodged()).toBe('This changes the figures of 2024–25 and 2023–24, which you’ve already lodged.')
  await user.click(screen.getByRole('button', { name: 'Save answer' }))
  await waitFor(() => expect(answered).toHaveBeenCalledWith({ work: 'soleTrader', from: '2026-27' }))
})

test('a first answer that may count from this year on isn’t taken for a change', async () => {
  const sole = { ...soleTrader, isGstRegistered: null }
  profile = {
    ...sole,
    answers: [
      { ...employee, from: null },
      { ...sole, from: '2026-27' },
    ],
  }
  const { user } = open()
  const select = await screen.findByLabelText('Are you registered for GST?')
  await user.selectOptions(select, 'No')
  expect(await screen.findByRole('dialog', { name: 'When did this start?' })).toBeTruthy()
  await user.selectOptions(await screen.findByLabelText('From which income year?'), 'All years')
  expect(lodged()).toBeUndefined()
})

test.each([
  [['employee'], undefined],
  [['employee', '2026-27 soleTrader'], 'Employee until 2025–26, sole trader from 2026–27.'],
  [
    ['both', '2023-24 employee', '2026-27 soleTrader'],
    'Both until 2022–23, employee from 2023–24, sole trader from 2026–27.',
  ],
])('answers of several years say for which ones they count: %j', async (changes, expected) => {
  const answers = changes.map((change) => {
    const [kind, from = null] = change.split(' ').toReversed() as [Profile['work'], string?]
    return { work: kind, isGstRegistered: null, from }
  })
  profile = { ...answers.at(-1)!, answers }
  open()
  const select = await work()
  const hint = select.getAttribute('aria-describedby')
  expect(hint === null ? undefined : document.getElementById(hint)!.textContent).toBe(expected)
})
