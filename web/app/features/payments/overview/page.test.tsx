import { commonRefusals } from '@docketbox/contract/core/refusal'
import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { subscriptionFigureEndpoints } from '@docketbox/contract/subscriptions/figure-endpoints'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import FinancePage from './page.tsx'
import CountedSubscriptionsPage from './subscriptions-page.tsx'

const path = '/admin-dashboard/finance'
beforeEach(() => signInAs('Admin'))

const paid = {
  payments: 3,
  receivedCents: 1497,
  refundedCents: 499,
  disputedCents: 0,
  gstCents: 91,
  creditReturnedCents: 0,
  failed: 1,
  disputed: 0,
}
const none = {
  payments: 0,
  receivedCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  gstCents: 0,
  creditReturnedCents: 0,
  failed: 0,
  disputed: 0,
}

const figures = fake(subscriptionFigureEndpoints.figures, () => ({
  plans: [],
  trials: 4,
  months: [{ month: '2026-11', running: 0, lost: 0, trialsEnded: 0, trialsConverted: 0 }],
}))

test('how many payments failed isn’t shown before it’s known, or if it can’t be loaded', async () => {
  let respond: (() => void) | undefined
  const held = new Promise<void>((resolve) => (respond = resolve))
  serveFakes(
    figures,
    fake(paymentAdminEndpoints.byMonth, async () => {
      await held
      return refuse(commonRefusals.unexpected)
    }),
  )
  renderScreen(<FinancePage />, { path })
  expect(
    await screen.findByText('Active trials, not counting people who’ve already bought a plan.'),
  ).toBeTruthy()
  expect(screen.queryByText('Failed payments this month')).toBeNull()
  respond?.()
  expect(await screen.findByText('Failed to fetch data.')).toBeTruthy()
  expect(screen.queryByText('Failed payments this month')).toBeNull()
})

test('every figure says what it means and leads to its rows', async () => {
  serveFakes(
    fake(paymentAdminEndpoints.byMonth, () => ({
      months: [
        { month: '2026-11', ...paid },
        { month: '2026-10', ...none },
        { month: '2026-09', ...none, refundedCents: 499 },
      ],
    })),
    fake(subscriptionFigureEndpoints.figures, () => ({
      plans: [{ planName: 'Premium', renewing: 3, ending: 1, months: 0, mrrCents: 1197 }],
      trials: 4,
      months: [
        { month: '2026-11', running: 40, lost: 1, trialsEnded: 3, trialsConverted: 2 },
        { month: '2026-09', running: 30, lost: 0, trialsEnded: 0, trialsConverted: 0 },
        { month: '2026-10', running: 0, lost: 0, trialsEnded: 0, trialsConverted: 0 },
      ],
    })),
  )
  renderScreen(<FinancePage />, { path })
  const months = within(await screen.findByRole('table', { name: 'Month by month' }))
  const november = within(months.getByRole('row', { name: /November 2026/ }))
  const linkOf = (name: string) => november.getByRole('link', { name }).getAttribute('href')
  for (const figure of ['$9.98', '$0.91'])
    expect(linkOf(figure)).toBe('/admin-dashboard/payments?from=2026-11-01&to=2026-11-30&state=received')
  const linksIn = (line: HTMLElement, text: string) => {
    const cell = within(line)
      .getAllByRole('cell')
      .find(({ textContent }) => textContent === text)!
    return within(cell)
      .queryAllByRole('link')
      .map((link) => link.getAttribute('href'))
  }
  const rowsOf = (set: string) => `/admin-dashboard/finance/subscriptions?set=${set}&month=2026-11`
  const line = months.getByRole('row', { name: /November 2026/ })
  expect(linksIn(line, '1')).toEqual(['/admin-dashboard/payments?from=2026-11-01&to=2026-11-30&state=failed'])
  expect(linksIn(line, '1 of 40 (2.5%)')).toEqual([rowsOf('lost'), rowsOf('running')])
  expect(linksIn(line, '2 of 3 (66.7%)')).toEqual([rowsOf('trialsConverted'), rowsOf('trialsEnded')])
  const card = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(card('See who left')).toBe(rowsOf('lost'))
  expect(card('See who was subscribed')).toBe(rowsOf('running'))
  expect(card('See who bought a plan')).toBe(rowsOf('trialsConverted'))
  const october = within(months.getByRole('row', { name: /October 2026/ }))
  expect(october.queryAllByRole('link')).toEqual([])
  const september = months.getByRole('row', { name: /September 2026/ })
  expect(linksIn(september, '0 of 30 (0%)')).toEqual([expect.stringContaining('set=running')])
  expect(linksIn(september, '-$4.99')).toEqual([expect.stringContaining('from=2026-09-01')])
  const plans = within(screen.getByRole('table', { name: 'Active subscriptions by plan' }))
  for (const name of ['3', '$11.97'])
    expect(plans.getByRole('link', { name }).getAttribute('href')).toContain('set=renewing&plan=Premium')
  expect(screen.getByText(/A quarterly plan counts for a third/)).toBeTruthy()
  expect(screen.getAllByText(/disputed with their bank, unless we’ve won/)).toHaveLength(2)
  expect(screen.getByLabelText('Month').getAttribute('aria-valuetext')).toBe('November 2026: $9.98')
})

test('the rows of a figure lead to their people and payments', async () => {
  const user = { _id: '01a1f98c-b7c0-73be-90be-d80dc65f7535', name: 'Ann Lee', email: 'ann@example.com' }
  serveFakes(
    fake(subscriptionFigureEndpoints.counted, ({ query }) => {
      expect(query).toMatchObject({ set: 'lost', month: '2026-10', page: '1' })
      const row = {
        _id: user._id,
        user,
        planName: 'Pro',
        startedAt: '2026-07-01T00:00:00Z',
        endsAt: '2026-10-14T13:00:00Z',
      }
      const deleted = { ...row, _id: '01a1f98c-b7c0-73be-90be-d80dc65f7536', user: null }
      return { docs: [row, deleted], page: 1, totalPages: 1, totalDocs: 2 }
    }),
  )
  const rows = `${path}/subscriptions`
  renderScreen(<CountedSubscriptionsPage />, { path: rows, at: `${rows}?set=lost&month=2026-10` })
  expect(await screen.findAllByText('14 Oct 2026')).toHaveLength(2)
  expect(screen.getByText('October 2026')).toBeTruthy()
  expect(screen.getByText('Deleted account')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ann Lee' }).getAttribute('href')).toBe(
    `/admin-dashboard?person=${user._id}`,
  )
  expect(screen.getByRole('link', { name: 'Payments' }).getAttribute('href')).toContain(user._id)
})

test('a failed load says so', async () => {
  serveNothing()
  renderScreen(<FinancePage />, { path })
  expect((await screen.findAllByText('Failed to fetch data.')).length).toBe(2)
})
