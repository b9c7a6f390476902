import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import type { Diary } from '@docketbox/contract/records/schemas'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { yearOf, yearsFake } from '#features/years/testing'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { recordsOf } from '../testing/records.ts'
import PhonePage from './page.tsx'

beforeEach(() => signInAs('User'))

test.each([
  ['a diary is deleted after a question that says how long to keep it, and restored with its days', false],
  ['after a deletion without a response, a diary can be deleted again and restored with its days', true],
])('%s', async (_, isResponseLost) => {
  const days = [{ day: '2025-08-04', work: 2, personal: 3 }]
  let diaries: Diary[] = [
    { service: 'phone', startedOn: '2025-08-04', costCents: 900_00, days, workPercent: 40 },
  ]
  serveFakes(
    yearsFake([yearOf({ lodgement: { lodgedOn: '2026-08-10', via: 'myTax', amendedOn: null } })]),
    fake(recordEndpoints.ofYear, () => recordsOf({ diaries })),
    fake(recordEndpoints.removeDiary, () => {
      const isRepeated = diaries.length === 0
      diaries = []
      if (isResponseLost && !isRepeated) throw new TypeError('Failed to fetch')
      return { deleted: { startedOn: '2025-08-04', costCents: 900_00, days } }
    }),
    fake(recordEndpoints.saveDiary, ({ params, body }) => {
      const { known: _, ...details } = body
      diaries = [{ service: params.service as Diary['service'], ...details, days: [], workPercent: null }]
      return { _id: params.service }
    }),
    fake(recordEndpoints.saveDiaryDays, ({ body }) => {
      diaries = [{ ...diaries[0]!, days: body.days as Diary['days'], workPercent: 40 }]
      return { days: body.days.length }
    }),
  )
  const { user } = renderScreen(<PhonePage />, {
    path: '/years/:incomeYear/records/phone',
    at: '/years/2025-26/records/phone',
  })
  const form = within(await screen.findByRole('form', { name: 'Phone diary' }))
  await user.click(form.getByRole('button', { name: 'Delete diary' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(await dialog.findByText(/^You lodged your 2025–26 tax return on/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Delete anyway' }))
  if (isResponseLost) await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await form.findByRole('button', { name: 'Start the diary' })).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('First day of the four weeks').value).toBe('')
  expect(form.getByLabelText<HTMLInputElement>('Bills for the year (optional)').value).toBe('')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 of 28 days')).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Bills for the year (optional)').value).toBe('900.00')
})
