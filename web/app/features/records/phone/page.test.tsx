import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import type { Diary } from '@docketbox/contract/records/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { recordsOf } from '../testing/records.ts'
import PhonePage from './page.tsx'

beforeEach(() => signInAs('User'))

test('a diary is started, filled in day by day and emptied again; a row is saved when it’s left', async () => {
  const diaries: Diary[] = []
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ diaries })),
    fake(recordEndpoints.saveDiary, ({ params, body }) => {
      const { known: _, ...details } = body
      diaries.push({ service: params.service as Diary['service'], ...details, days: [], workPercent: null })
      return { _id: params.service }
    }),
    fake(recordEndpoints.saveDiaryDays, ({ body: { days } }) => {
      const others = diaries[0]!.days.filter(({ day }) => days.every((change) => change.day !== day))
      const entered = days.flatMap(({ day, work, personal }) =>
        work === null || personal === null ? [] : { day, work: work ?? 0, personal: personal ?? 0 },
      )
      diaries[0] = { ...diaries[0]!, days: [...others, ...entered], workPercent: 25 }
      return { days: days.length }
    }),
  )
  const { user } = renderScreen(<PhonePage />, {
    path: '/years/:incomeYear/records/phone',
    at: '/years/2025-26/records/phone',
  })
  const [start] = await screen.findAllByLabelText('First day of the four weeks')
  await user.type(start!, '2025-08-04')
  await user.click(screen.getAllByRole('button', { name: 'Start the diary' })[0]!)
  expect(await screen.findByText('0 of 28 days')).toBeTruthy()
  // The focus stays where it was.
  expect(document.activeElement?.closest('form')?.getAttribute('aria-label')).toBe('Phone diary')
  await user.type(screen.getByLabelText('Work on 4 Aug 2025'), '1')
  await user.tab()
  await user.type(screen.getByLabelText('Personal on 4 Aug 2025'), 'x')
  await user.tab()
  expect((await screen.findByRole('alert')).textContent).toBe(
    'We couldn’t save your phone diary for 4 Aug 2025. Enter whole numbers.',
  )
  expect(diaries[0]!.days).toEqual([])
  for (const label of ['Work on 4 Aug 2025', 'Personal on 4 Aug 2025'])
    await user.clear(screen.getByLabelText(label))
  await user.tab()
  expect(screen.queryByText('Enter whole numbers.')).toBeNull()
  await user.type(screen.getByLabelText('Work on 4 Aug 2025'), '1')
  await user.type(screen.getByLabelText('Personal on 4 Aug 2025'), '3')
  await user.tab()
  await waitFor(() => expect(diaries[0]!.days).toEqual([{ day: '2025-08-04', work: 1, personal: 3 }]))
  expect(await screen.findByText('1 of 28 days')).toBeTruthy()
  for (const label of ['Work on 4 Aug 2025', 'Personal on 4 Aug 2025'])
    await user.clear(screen.getByLabelText(label))
  await user.tab()
  expect(await screen.findByText('0 of 28 days')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Work on 4 Aug 2025').value).toBe('')
})

test('a day sends only the number that was typed', async () => {
  const sent = vi.fn<(days: object[]) => void>()
  const diary = { service: 'phone' as const, startedOn: '2025-08-04', costCents: null, workPercent: null }
  serveFakes(
    fake(recordEndpoints.ofYear, () =>
      recordsOf({ diaries: [{ ...diary, days: [{ day: '2025-08-04', work: 2, personal: 3 }] }] }),
    ),
    fake(recordEndpoints.saveDiaryDays, ({ body: { days } }) => {
      sent(days)
      return { days: 1 }
    }),
  )
  const { user } = renderScreen(<PhonePage />, {
    path: '/years/:incomeYear/records/phone',
    at: '/years/2025-26/records/phone',
  })
  await user.type(await screen.findByLabelText('Personal on 4 Aug 2025'), '5')
  await user.tab()
  await waitFor(() => expect(sent).toHaveBeenCalledExactlyOnceWith([{ day: '2025-08-04', personal: 5 }]))
})

test('what’s typed about a diary stays while another tab changes it', async () => {
  let costCents: number | null = null
  const diary = { service: 'phone' as const, days: [], workPercent: null }
  serveFakes(
    fake(recordEndpoints.ofYear, () =>
      recordsOf({ diaries: [{ ...diary, startedOn: costCents ? '2025-09-01' : '2025-08-04', costCents }] }),
    ),
    fake(recordEndpoints.saveDiaryDays, () => {
      costCents = 1_000_00
      return { days: 1 }
    }),
  )
  const { user } = renderScreen(<PhonePage />, {
    path: '/years/:incomeYear/records/phone',
    at: '/years/2025-26/records/phone',
  })
  const [bills] = await screen.findAllByLabelText<HTMLInputElement>('Bills for the year (optional)')
  await user.type(bills!, '900')
  // What the other tab has changed arrives after a day is saved here.
  await user.type(screen.getByLabelText('Personal on 4 Aug 2025'), '3')
  await user.tab()
  const [start] = screen.getAllByLabelText<HTMLInputElement>('First day of the four weeks')
  await waitFor(() => expect(start!.value).toBe('2025-09-01'))
  expect(bills!.value).toBe('900.00')
  await user.click(screen.getByRole('link', { name: /^Records/ }))
  expect(await screen.findByText('Discard your changes?')).toBeTruthy()
})

test('what’s typed about a diary while it’s being saved stays, and is still unsaved', async () => {
  let diary: Diary = {
    service: 'phone',
    startedOn: '2025-08-04',
    costCents: null,
    days: [],
    workPercent: null,
  }
  const { promise, resolve: respond } = Promise.withResolvers<void>()
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf({ diaries: [diary] })),
    fake(recordEndpoints.saveDiary, async ({ params, body }) => {
      await promise
      const { known: _, ...details } = body
      diary = { ...diary, ...details }
      return { _id: params.service }
    }),
  )
  const { user } = renderScreen(<PhonePage />, {
    path: '/years/:incomeYear/records/phone',
    at: '/years/2025-26/records/phone',
  })
  const form = within(await screen.findByRole('form', { name: 'Phone diary' }))
  const bills = form.getByLabelText<HTMLInputElement>('Bills for the year (optional)')
  await user.type(bills, '900')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await user.clear(bills)
  await user.type(bills, '950')
  respond()
  expect(await screen.findByText('Saved.')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: /^Records/ }))
  expect(await screen.findByText('Discard your changes?')).toBeTruthy()
  expect(bills.value).toBe('950.00')
})
