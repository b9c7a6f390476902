import { claims } from '@docketbox/contract/lodgement/claims'
import { defaultRules, lodgementEndpoints } from '@docketbox/contract/lodgement/endpoints'
import { ownLodgementEndpoints } from '@docketbox/contract/lodgement/own-endpoints'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { load, save } from '#platform/storage/local-storage.ts'
import { fake, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { ClaimsForm } from '../form/claims-form.tsx'
import { answer, field, paste, pinToday, question, submitButton } from '../testing/form.tsx'

// Filling in many fields is slow in jsdom.
vi.setConfig({ testTimeout: 20_000 })
/** Amounts besides the fuel. */
let more: (typeof fuel)[]
beforeEach(() => {
  pinToday()
  more = []
  signInAs('User')
})

const fuel = { item: 'weeklyFuelExpenses', cents: 2373, source: 'From 14 receipts: $1,234.00 over 52 weeks.' }

function open({ logBook = null as boolean | null, at = '/lodgement', failsFor = '', hangsFor = '' } = {}) {
  const requests: unknown[] = []
  serveFakes(
    fake(lodgementEndpoints.form, () => ({
      asksMyGovPassword: false,
      incomeYears: ['2026-27', '2025-26', '2024-25', '2023-24'],
      defaultIncomeYear: '2025-26',
    })),
    fake(ownLodgementEndpoints.prefill, ({ params }) =>
      params.incomeYear === hangsFor
        ? new Promise<never>(() => undefined)
        : params.incomeYear === failsFor
          ? unreadable(502)
          : {
              fullName: 'Ann Lee',
              email: 'ann@example.com',
              phoneNumber: '0412 345 678',
              logBook,
              amounts: params.incomeYear >= '2025-26' ? [fuel, ...more] : [],
              leftOut: 2,
              assets: 1,
              possibleAssets: 1,
              otherLabels: ['D10' as const, 'business' as const],
              recordsLeftOut: [{ subject: 'Mazda 3', reason: 'Choose a method.' }],
            },
    ),
    fake({ ...ownLodgementEndpoints.send, body: claims(defaultRules) }, ({ body }) => {
      requests.push(body)
      return { message: 'Submission successful!', reference: '7K3M-9QXR', isConfirmed: true }
    }),
  )
  return { requests, ...renderScreen(<ClaimsForm />, { path: '/lodgement', at }) }
}
const prefilled = () => waitFor(() => expect(field('Full name').value).toBe('Ann Lee'))

test('the form starts with the profile, says so, and stores no draft before anything was typed', async () => {
  open()
  await prefilled()
  expect(field('Email').value).toBe('ann@example.com')
  expect(
    await screen.findByText(/We’ve filled in your details, and one amount from your receipts/),
  ).toBeTruthy()
  expect(
    screen.getByText(
      /^2 expenses aren’t included because we don’t know their deduction label or amount yet, or think they may be private/,
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^1 asset you claim over several years isn’t included/)).toBeTruthy()
  expect(
    screen.getByText(
      'The form doesn’t ask about D10 Managing tax affairs or Business. Tell us about those when we contact you.',
    ),
  ).toBeTruthy()
  expect(screen.getByText(/^1 purchase above \$300 isn’t included yet\./)).toBeTruthy()
  expect(screen.getByText('Mazda 3: Choose a method.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Open your records' }).getAttribute('href')).toBe(
    '/years/2025-26/records',
  )
  window.dispatchEvent(new Event('pagehide'))
  expect(load('lodgement-draft:u1', (draft) => draft)).toBeUndefined()
})

test('an amount says where it comes from, can be changed, and can be used again', async () => {
  const { user } = open()
  await prefilled()
  await answer(user, /logbook/, 'No')
  expect(field('Weekly fuel expenses').value).toBe('23.73')
  expect(screen.getByText(fuel.source)).toBeTruthy()
  await user.clear(field('Weekly fuel expenses'))
  await paste(user, field('Weekly fuel expenses'), '30')
  await user.click(screen.getByRole('button', { name: 'Use $23.73' }))
  expect(field('Weekly fuel expenses').value).toBe('23.73')
})

test('amounts that haven’t been changed follow what was completed in another tab', async () => {
  const { user } = open()
  await prefilled()
  await answer(user, /logbook/, 'No')
  await paste(user, field('Weekly food at work'), '12')
  await user.clear(field('Weekly fuel expenses'))
  more = [{ item: 'workRelated', cents: 50_00, source: 'From 1 receipt.' }]
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(field('Other work-related expenses').value).toBe('50.00'))
  expect(field('Weekly food at work').value).toBe('12.00')
  expect(field('Weekly fuel expenses').value).toBe('')
})

test('amounts are announced with the questions they belong to', async () => {
  more = [{ item: 'totalPropertyExpenses', cents: 900_00, source: 'From 2 receipts.' }]
  const { user } = open()
  const text = (questions: string) => `You’ll see the amounts once you’ve answered the ${questions}.`
  expect(await screen.findByText(text('investment property and logbook questions'))).toBeTruthy()
  await answer(user, /logbook/, 'No')
  expect(screen.getByText(text('investment property question'))).toBeTruthy()
  await answer(user, /investment property/, 'Yes')
  expect(field('Total property expenses').value).toBe('900.00')
  expect(screen.queryByText(/^You’ll see the amounts/)).toBeNull()
})

test.each([
  ['a logbook', true, 'Yes'],
  ['a car claimed by cents per km', false, 'No'],
])('%s among the records answers the question', async (_, logBook, shown) => {
  open({ logBook })
  expect((await screen.findByLabelText<HTMLInputElement>('Weekly fuel expenses')).value).toBe('23.73')
  expect(question(/logbook/).getByRole<HTMLInputElement>('radio', { name: shown }).checked).toBe(true)
})

test('what was changed stays when the year changes, the rest follows it', async () => {
  const { user } = open()
  await prefilled()
  await user.clear(field('Full name'))
  await paste(user, field('Full name'), 'Ann Smith-Lee')
  await answer(user, /logbook/, 'No')
  await user.selectOptions(field('Income year'), '2024-25')
  await waitFor(() => expect(field('Weekly fuel expenses').value).toBe(''))
  expect(field('Full name').value).toBe('Ann Smith-Lee')
})

test('the amounts of a year that isn’t over are said to be those so far', async () => {
  const { user } = open()
  await prefilled()
  expect(screen.queryByText(/isn’t over yet/)).toBeNull()
  await user.selectOptions(field('Income year'), '2026-27')
  expect(
    await screen.findByText(
      '2026–27 isn’t over yet. The amounts are what you’ve recorded so far, spread over the whole year.',
    ),
  ).toBeTruthy()
})

test('a link chooses its income year, even over a draft, and years that can’t be chosen are ignored', async () => {
  const answers = { incomeYear: '2025-26', fullName: 'Ann Smith' }
  save('lodgement-draft:u1', { answers, savedAt: new Date().toISOString() })
  const linked = open({ at: '/lodgement?year=2024-25' })
  await waitFor(() => expect(field('Income year').value).toBe('2024-25'))
  expect(field('Full name').value).toBe('Ann Smith')
  expect(
    await screen.findByText('We’ve filled in your details from your profile.', { exact: false }),
  ).toBeTruthy()
  linked.unmount()
  save('lodgement-draft:u1', { answers, savedAt: new Date().toISOString() })
  open({ at: '/lodgement?year=2019-20' })
  await waitFor(() => expect(field('Email').value).toBe('ann@example.com'))
  expect(field('Income year').value).toBe('2025-26')
})

test('a draft keeps only what was typed: the amounts follow the year of a link', async () => {
  const first = open()
  await prefilled()
  await paste(first.user, field('Number of dependants'), '2')
  await answer(first.user, /logbook/, 'No')
  expect(field('Weekly fuel expenses').value).toBe('23.73')
  await paste(first.user, field('Weekly food at work'), '12')
  window.dispatchEvent(new Event('pagehide'))
  first.unmount()
  const linked = open({ at: '/lodgement?year=2024-25' })
  await prefilled()
  expect(field('Number of dependants').value).toBe('2')
  expect(field('Weekly food at work').value).toBe('12.00')
  expect(field('Weekly fuel expenses').value).toBe('')
  linked.unmount()
  open({ at: '/lodgement?year=2025-26' })
  await waitFor(() => expect(field('Weekly fuel expenses').value).toBe('23.73'))
})

test('amounts of another year are removed even if those of the chosen year can’t be loaded', async () => {
  const { user } = open({ failsFor: '2024-25' })
  await prefilled()
  await answer(user, /logbook/, 'No')
  await user.selectOptions(field('Income year'), '2024-25')
  await waitFor(() => expect(field('Weekly fuel expenses').value).toBe(''))
  expect(screen.queryByText(fuel.source)).toBeNull()
})

test('amounts of another year are neither shown nor sent while those of the chosen year are loading', async () => {
  const { user } = open({ hangsFor: '2024-25' })
  await prefilled()
  await answer(user, /logbook/, 'No')
  await user.selectOptions(field('Income year'), '2024-25')
  expect(field('Weekly fuel expenses').value).toBe('')
  expect(screen.queryByText(fuel.source)).toBeNull()
  expect(screen.queryByText(/We’ve filled in your details/)).toBeNull()
})

test('a tab that slept while another user logged in shows and sends nothing of the first one', async () => {
  const { user } = open()
  await prefilled()
  await answer(user, /Did you have a spouse/, 'Yes')
  await paste(user, field('First name'), 'Kim')
  await user.clear(field('Full name'))
  await paste(user, field('Full name'), 'Ann Smith-Lee')
  act(() => signInAs('User', { _id: 'u2' }))
  await prefilled()
  expect(screen.queryByLabelText('First name')).toBeNull()
  await paste(user, field('Number of dependants'), '0')
  window.dispatchEvent(new Event('pagehide'))
  const draftOf = (owner: string) => load(`lodgement-draft:${owner}`, (draft) => JSON.stringify(draft))
  expect(draftOf('u2')).not.toMatch(/Kim|Smith/)
})

test('the form is sent as the user’s own, and leads back to the income year', async () => {
  const { user, requests } = open()
  await prefilled()
  await paste(user, field('Number of dependants'), '0')
  await user.click(submitButton())
  const dialog = await screen.findByRole('dialog', { name: 'Submission Successful!' })
  expect(dialog.textContent).toContain('We’ve kept a copy with your records for 2025–26.')
  expect(requests).toMatchObject([{ fullName: 'Ann Lee' }])
  await user.click(within(dialog).getByRole('button', { name: 'Got it!' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/years/2025-26')
})
