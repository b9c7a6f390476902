import { commonRefusals } from '@docketbox/contract/core/refusal'
import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import type { HoursOfDay } from '@docketbox/contract/records/schemas'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { logInAgain, renderScreen, signInAs } from '#testing/render.tsx'
import { claimOf, recordsOf } from '../testing/records.ts'
import HoursPage from './page.tsx'

beforeEach(() => signInAs('User'))

/** A server that keeps the hours; the first saves are refused as often as `failures` says, and the first one waits if it’s slow. */
function open({ hours = [] as HoursOfDay[], failures = 0, isSlow = false } = {}) {
  const saving = Promise.withResolvers<void>()
  const saved = new Map(hours.map(({ day, minutes }) => [day, minutes]))
  const saves: HoursOfDay[] = []
  let timer: { _id: string; startedAt: string } | null = null
  serveFakes(
    fake(recordEndpoints.ofYear, () =>
      recordsOf({
        hours: [...saved].map(([day, minutes]) => ({ day, minutes })),
        timer,
        claims: saved.size > 0 ? [claimOf()] : [],
      }),
    ),
    fake(recordEndpoints.saveHours, async ({ body: { days } }) => {
      const isWaiting = isSlow
      isSlow = false
      if (isWaiting) await saving.promise
      if (failures-- > 0) return refuse(commonRefusals.unexpected)
      const before = days.map(({ day }) => ({ day, minutes: saved.get(day) ?? 0 }))
      for (const { day, minutes } of days) saved.set(day, minutes)
      saves.push(...days)
      return { before }
    }),
    fake(recordEndpoints.startTimer, ({ body }) => {
      timer ??= { _id: body._id, startedAt: new Date(Date.now() - 90 * 60_000).toISOString() }
      return timer
    }),
  )
  return {
    saved,
    saves,
    saving,
    ...renderScreen(<HoursPage />, {
      path: '/years/:incomeYear/records/hours',
      at: '/years/2025-26/records/hours',
    }),
  }
}

const field = (day: string) => screen.findByLabelText<HTMLInputElement>(`${day}, hours`)

test('a day is saved when its field is left, and shows as hours and minutes', async () => {
  const { user, saved } = open()
  // The last week of a year that’s over.
  await user.type(await field('Tue 30 Jun'), '7.5{Enter}')
  await waitFor(() => expect(saved.get('2026-06-30')).toBe(450))
  await waitFor(async () => expect((await field('Tue 30 Jun')).value).toBe('7:30'))
  expect((await field('Wed 1 Jul')).disabled).toBe(true)
  expect(await screen.findByText('$1,050.00')).toBeTruthy()
})

test('invalid hours stay in the field with an error that’s read out each time, and aren’t sent', async () => {
  const { user, saved } = open()
  await user.type(await field('Tue 30 Jun'), 'lots')
  await user.tab()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(
    'We couldn’t save your hours for 30 Jun 2026. Enter hours such as 7.5 or 7:30, up to 24.',
  )
  expect((await field('Tue 30 Jun')).value).toBe('lots')
  // A new alert is read out, the same one wouldn't be.
  await user.type(await field('Tue 30 Jun'), '25{Enter}')
  expect(screen.getByRole('alert')).not.toBe(alert)
  expect(saved.size).toBe(0)
  // The browser asks before a reload would lose it.
  const reload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(reload)
  expect(reload.defaultPrevented).toBe(true)
})

test('hours that couldn’t be saved stay in the field', async () => {
  const { user, saved } = open({ failures: 1 })
  await user.type(await field('Tue 30 Jun'), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  expect((await field('Tue 30 Jun')).value).toBe('8')
  await user.type(await field('Tue 30 Jun'), '{Enter}')
  await user.clear(await field('Tue 30 Jun'))
  await user.type(await field('Tue 30 Jun'), '9{Enter}')
  await waitFor(() => expect(saved.get('2026-06-30')).toBe(540))
})

test('hours that couldn’t be saved can be taken back, and their error goes with them', async () => {
  const { user } = open({ failures: 1 })
  await user.type(await field('Tue 30 Jun'), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  await user.clear(await field('Tue 30 Jun'))
  await user.tab()
  expect(screen.queryByText(commonRefusals.unexpected.message)).toBeNull()
})

test('hours that couldn’t be saved aren’t lost by leaving the screen without a question', async () => {
  const { user } = open({ failures: 1 })
  await user.type(await field('Tue 30 Jun'), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Records 2025–26' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect((await field('Tue 30 Jun')).value).toBe('8')
})

test('what’s typed into a week stays in it when another is shown, which says that it isn’t saved', async () => {
  const { user, saved } = open()
  await user.type(await field('Tue 30 Jun'), '25')
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  expect(await field('Mon 22 Jun')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain('Some of what you entered for 29\u00A0Jun')
  await user.click(screen.getByRole('button', { name: 'Show that week' }))
  expect((await field('Tue 30 Jun')).value).toBe('25')
  expect(screen.getByText('Enter hours such as 7.5 or 7:30, up to 24.')).toBeTruthy()
  await user.clear(await field('Tue 30 Jun'))
  await user.type(await field('Tue 30 Jun'), '2.5')
  await user.click(screen.getByRole('button', { name: 'Previous week' }))
  await waitFor(() => expect(saved.get('2026-06-30')).toBe(150))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('of hours changed while they’re being saved, the last ones win', async () => {
  const { user, saving, saved } = open({ isSlow: true })
  await user.type(await field('Tue 30 Jun'), '8{Enter}')
  await user.clear(await field('Tue 30 Jun'))
  await user.type(await field('Tue 30 Jun'), '9{Enter}')
  saving.resolve()
  await waitFor(async () => expect((await field('Tue 30 Jun')).value).toBe('9:00'))
  expect(saved.get('2026-06-30')).toBe(540)
})

test('hours changed back while they’re being saved stay as they were', async () => {
  const { user, saving, saves } = open({ hours: [{ day: '2026-06-30', minutes: 60 }], isSlow: true })
  const typeHours = async (hours: string) => {
    await user.clear(await field('Tue 30 Jun'))
    await user.type(await field('Tue 30 Jun'), `${hours}{Enter}`)
  }
  await typeHours('8')
  await typeHours('1')
  saving.resolve()
  await waitFor(() => expect(saves.map(({ minutes }) => minutes)).toEqual([480, 60]))
  await waitFor(async () => expect((await field('Tue 30 Jun')).value).toBe('1:00'))
})

test('hours that can’t be saved once the screen has been left are named in a toast', async () => {
  const { user, saving } = open({ failures: 1, isSlow: true })
  await user.type(await field('Tue 30 Jun'), '8')
  await user.click(screen.getByRole('link', { name: 'Records 2025–26' }))
  await waitFor(() => expect(screen.queryByLabelText('Tue 30 Jun, hours')).toBeNull())
  saving.resolve()
  expect(await screen.findByText(/^We couldn’t save your hours for 30 Jun 2026\. /)).toBeTruthy()
})

test('an import lists every problem, keeps those lines, and can be undone', async () => {
  const { user, saved } = open({ hours: [{ day: '2025-08-04', minutes: 60 }] })
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Or paste the lines here')
  await user.click(text)
  await user.paste('Date,Hours\n4/8/2025,7:30\n5/8/2025,8\n31/2/2026,8\n6/8/2025,many\n6/8/2025,2')
  expect(screen.getByText('2 lines need fixing:')).toBeTruthy()
  expect(screen.getByText(/Line 4: “31\/2\/2026” isn’t a date/)).toBeTruthy()
  expect(screen.getByText(/Line 5: “many” isn’t a number of hours/)).toBeTruthy()
  expect(screen.getByText(/4\sAug\s2025 already has hours/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Import 2 days' }))
  await waitFor(() => expect(text.value).toBe('Date,Hours\n31/2/2026,8\n6/8/2025,many\n6/8/2025,2'))
  expect(saved.get('2025-08-04')).toBe(450)
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(saved.get('2025-08-04')).toBe(60))
})

test('a file asks before it replaces lines that aren’t imported yet', async () => {
  const { user } = open()
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Or paste the lines here')
  const upload = (lines: string) =>
    user.upload(screen.getByLabelText('Timesheet file'), new File([lines], 'hours.csv', { type: 'text/csv' }))
  await upload('4/8/2025,many')
  await waitFor(() => expect(text.value).toBe('4/8/2025,many'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await upload('5/8/2025,8')
  await user.click(await screen.findByRole('button', { name: 'Keep them' }))
  expect(text.value).toBe('4/8/2025,many')
  await upload('5/8/2025,8')
  await user.click(await screen.findByRole('button', { name: 'Replace them' }))
  expect(text.value).toBe('5/8/2025,8')
})

test('a file that can’t be read says so', async () => {
  const { user } = open()
  const file = new File(['4/8/2025,8'], 'hours.csv', { type: 'text/csv' })
  // As if it had been moved since it was chosen.
  file.text = () => Promise.reject(new DOMException('', 'NotReadableError'))
  await user.upload(await screen.findByLabelText('Timesheet file'), file)
  expect(await screen.findByText(/^We couldn’t read this file\. /)).toBeTruthy()
})

test('lines that are changed while others are imported stay', async () => {
  const { user, saving, saved } = open({ isSlow: true })
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Or paste the lines here')
  await user.click(text)
  await user.paste('4/8/2025,7:30')
  await user.click(screen.getByRole('button', { name: 'Import 1 day' }))
  await user.click(text)
  await user.paste('\n5/8/2025,8')
  saving.resolve()
  expect(await screen.findByText('Imported 1 day.')).toBeTruthy()
  expect(saved.get('2025-08-04')).toBe(450)
  expect(text.value).toBe('4/8/2025,7:30\n5/8/2025,8')
})

test('an import that fails once the screen has been left says so', async () => {
  const { user, saving } = open({ failures: 1, isSlow: true })
  await user.click(await screen.findByLabelText('Or paste the lines here'))
  await user.paste('4/8/2025,7:30')
  await user.click(screen.getByRole('button', { name: 'Import 1 day' }))
  await user.click(screen.getByRole('link', { name: 'Records 2025–26' }))
  await waitFor(() => expect(screen.queryByLabelText('Or paste the lines here')).toBeNull())
  saving.resolve()
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
})

test('hours typed or pasted when the session ends are still there after logging in again', async () => {
  const { user, unmount } = open({ failures: 2 })
  await user.click(await screen.findByRole('button', { name: 'Previous week' }))
  await user.type(await field('Mon 22 Jun'), '8{Enter}')
  expect(await screen.findByText(commonRefusals.unexpected.message)).toBeTruthy()
  await user.type(await field('Tue 23 Jun'), '25{Enter}')
  await user.click(screen.getByLabelText('Or paste the lines here'))
  await user.paste('4/8/2025,7:30')
  logInAgain(unmount)
  const { saved } = open()
  // They're saved, as they'd have been once the fields were left.
  await waitFor(() => expect(saved.get('2026-06-22')).toBe(480))
  expect((await field('Tue 23 Jun')).value).toBe('25')
  expect(screen.getByText('Enter hours such as 7.5 or 7:30, up to 24.')).toBeTruthy()
  expect(saved.size).toBe(1)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Or paste the lines here').value).toBe('4/8/2025,7:30')
})
