import { commonRefusals } from '@docketbox/contract/core/refusal'
import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { Alerts } from './section.tsx'

const at = '2026-11-22T02:00:00.000Z'
const userId = '01a1f98c-b7c0-73be-90be-d80dc65f7535'
const alertWith = (number: number, changes: { payment?: string; user?: string } = {}) => ({
  _id: `01a1f98c-b7c0-73be-90be-d80dc65f753${number}`,
  message: `Alert ${number}`,
  payment: null,
  user: null,
  times: 1,
  raisedAt: at,
  lastRaisedAt: at,
  ...changes,
})

beforeEach(() => signInAs('Admin'))
function open(alerts: ReturnType<typeof alertWith>[]) {
  const dismissed: string[] = []
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({
      alerts: alerts.filter(({ _id }) => !dismissed.includes(_id)),
    })),
    fake(paymentAdminEndpoints.dismissAlert, ({ params }) => {
      dismissed.push(params.id)
      return { message: 'Alert dismissed.' }
    }),
    fake(paymentAdminEndpoints.restoreAlert, ({ params }) => {
      dismissed.splice(dismissed.indexOf(params.id), 1)
      return { message: 'Alert restored.' }
    }),
  )
  return renderScreen(<Alerts />, { path: '/admin-dashboard/payments' })
}
const section = async () => within(await screen.findByRole('region', { name: 'Needs attention' }))

test('of several alerts the latest is shown with their number, and all on request', async () => {
  const { user } = open([alertWith(1, { payment: 'pi_123' }), alertWith(2, { user: userId }), alertWith(3)])
  const alerts = await section()
  expect(alerts.getByRole('heading', { name: '3 alerts' })).toBeTruthy()
  expect(alerts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Alert 1'),
  ])
  const toggle = alerts.getByRole('button', { name: 'Show all' })
  await user.click(toggle)
  expect(alerts.getAllByRole('listitem').length).toBe(3)
  expect(document.activeElement).toBe(toggle)
  // Its name says what it does next, so it has no state that would contradict it.
  expect(toggle.textContent).toBe('Show the latest')
  expect(toggle.getAttribute('aria-expanded')).toBeNull()
  const hrefs = alerts.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(hrefs).toEqual([
    ['See the payment', '/admin-dashboard/payments?find=pi_123'],
    ['See their payments', `/admin-dashboard/payments?user=${userId}`],
  ])
})

test('an alert that’s raised while the page is open appears', async () => {
  const alerts: ReturnType<typeof alertWith>[] = []
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open(alerts)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull()
  alerts.push(alertWith(1))
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await section()).getByText(/Alert 1/)).toBeTruthy()
})

test('alerts that can’t be loaded can be loaded again', async () => {
  let isDown = true
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () =>
      isDown ? refuse(commonRefusals.unexpected) : { alerts: [alertWith(1)] },
    ),
  )
  const { user } = renderScreen(<Alerts />, { path: '/admin-dashboard/payments' })
  expect(await screen.findByText('We couldn’t load the alerts.')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await section()).getByText('Alert 1')).toBeTruthy()
})

test('dismissing an alert keeps the focus with the others', async () => {
  const { user } = open([alertWith(1), alertWith(2)])
  const alerts = await section()
  await user.click(alerts.getByRole('button', { name: 'Dismiss' }))
  expect(await alerts.findByText('Alert 2')).toBeTruthy()
  expect(alerts.queryByRole('heading')).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toContain('Alert 2'))
  await user.click(alerts.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull())
})

test('a double click on Dismiss doesn’t dismiss the alert that follows', async () => {
  const { user } = open([alertWith(1), alertWith(2)])
  const alerts = await section()
  await user.click(alerts.getByRole('button', { name: 'Dismiss' }))
  expect(await alerts.findByText('Alert 2')).toBeTruthy()
  fireEvent.click(alerts.getByRole('button', { name: 'Dismiss' }), { detail: 2 })
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await alerts.findByRole('heading', { name: '2 alerts' })).toBeTruthy()
})

test('an alert that’s dismissed by mistake comes back with Undo', async () => {
  const { user } = open([alertWith(1), alertWith(2)])
  const alerts = await section()
  await user.click(alerts.getByRole('button', { name: 'Dismiss' }))
  expect(await alerts.findByText('Alert 2')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await alerts.findByText('Alert 1')).toBeTruthy()
  expect(alerts.getByRole('heading', { name: '2 alerts' })).toBeTruthy()
})

test('several alerts can be dismissed without waiting for each other', async () => {
  const alerts = [alertWith(1), alertWith(2)]
  const first = Promise.withResolvers<void>()
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({ alerts: [...alerts] })),
    fake(paymentAdminEndpoints.dismissAlert, async ({ params }) => {
      if (params.id === alertWith(1)._id) await first.promise
      alerts.splice(
        alerts.findIndex(({ _id }) => _id === params.id),
        1,
      )
      return { message: 'Alert dismissed.' }
    }),
  )
  const { user } = renderScreen(<Alerts />, { path: '/admin-dashboard/payments' })
  const shown = await section()
  await user.click(shown.getByRole('button', { name: 'Show all' }))
  await user.click(shown.getAllByRole('button', { name: 'Dismiss' })[0]!)
  await user.click(shown.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(shown.queryByText('Alert 2')).toBeNull())
  first.resolve()
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull())
})
