import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { yearOf, yearsFake } from '../testing/index.ts'
import YearsPage from './page.tsx'

beforeEach(() => {
  vi.setSystemTime('2026-11-22T02:00:00Z')
  signInAs('User')
})

const lodgement = { lodgedOn: '2026-03-20', via: 'agent' as const, amendedOn: null }
const kept = { keepUntil: '2031-05-15', isProvisional: false, isDecisionDue: false }

test.each([
  ['the running year', yearOf({ incomeYear: '2026-27' }), 'Current year'],
  ['a return that’s still to be lodged', yearOf({ dueOn: '2026-12-01' }), 'Due 1 Dec 2026'],
  ['a return that was due', yearOf(), 'Lodged yet?'],
  ['a lodged return', yearOf({ lodgement, retention: kept }), 'Lodged 20 Mar 2026'],
  [
    'receipts that no longer have to be kept',
    yearOf({ lodgement, retention: { keepUntil: '2026-11-01', isProvisional: false, isDecisionDue: true } }),
    'Keep or delete?',
  ],
])('%s is marked, and leads to its page', async (_, year, mark) => {
  serveFakes(yearsFake([year]))
  renderScreen(<YearsPage />, { path: '/years' })
  const [link] = await screen.findAllByRole('link')
  expect(link!.getAttribute('href')).toBe(`/years/${year.incomeYear}`)
  expect(within(link!).getByText(mark)).toBeTruthy()
})

test('a year shows the amount spent and how long to keep its receipts', async () => {
  serveFakes(
    yearsFake([
      yearOf({ receipts: 38, spentCents: 481_260 }),
      yearOf({ incomeYear: '2024-25', receipts: 0, lodgement, retention: kept }),
    ]),
  )
  renderScreen(<YearsPage />, { path: '/years' })
  const [first, second] = await screen.findAllByRole('link')
  expect(first!.textContent).toContain('$4,812.60 from 38 receipts')
  expect(first!.textContent).toContain('Keep until 17\u00A0May\u00A02032 (provisional)')
  expect(second!.textContent).toContain('No receipts')
  expect(second!.textContent).not.toContain('Keep until')
})

test('a year whose period may be over asks when its return was lodged', async () => {
  const retention = { keepUntil: '2024-05-15', isProvisional: true, isDecisionDue: false }
  serveFakes(yearsFake([yearOf({ incomeYear: '2017-18', dueOn: null, retention })]))
  renderScreen(<YearsPage />, { path: '/years' })
  const [link] = await screen.findAllByRole('link')
  expect(link!.textContent).toContain('You may no longer have to keep them')
  expect(link!.textContent).toContain('Lodged yet?')
})

test('a year that hasn’t started, until which an asset is claimed, isn’t listed', async () => {
  serveFakes(yearsFake([yearOf({ incomeYear: '2028-29', isLastOfAssets: true, receipts: 0 }), yearOf()]))
  renderScreen(<YearsPage />, { path: '/years' })
  await screen.findByText('Another year')
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toContain('/years/2025-26')
  expect(hrefs).not.toContain('/years/2028-29')
})

test('another year is opened with its link, so that the arrow keys can go through the list', async () => {
  serveFakes(yearsFake([yearOf()]))
  const { user, router } = renderScreen(<YearsPage />, { path: '/years' })
  const select = await screen.findByLabelText('Another year')
  await user.selectOptions(select, '2023-24')
  await user.selectOptions(select, '2022-23')
  expect(router.state.location.pathname).toBe('/years')
  await user.click(screen.getByRole('link', { name: 'Open' }))
  expect(router.state.location.pathname).toBe('/years/2022-23')
})

test('says what happened when it can’t be loaded', async () => {
  serveNothing()
  renderScreen(<YearsPage />, { path: '/years' })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
}, 15_000)
