import { adminEndpoints, type AuditRow } from '@docketbox/contract/admin/endpoints'
import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import AuditPage from './page.tsx'

const olga = { _id: '01a1fafd-b280-7070-a1ba-f95c93f38206', email: 'olga@example.com' }
const row: AuditRow = {
  _id: 7,
  at: '2026-11-20T10:00:00.000Z',
  action: 'payments.refund',
  actor: olga,
  subject: { _id: '01a1fafd-bb3f-7488-9023-db660d995172', email: null },
  shownIn: null,
  details: { amountCents: 499, reason: 'Paid twice' },
}

test('the audit log shows each action, its target and its details as on other screens', async () => {
  signInAs('Super Admin')
  const details = { format: 'csv', state: 'partlyRefunded', method: 'au_becs_debit' }
  const rows: AuditRow[] = [
    row,
    { ...row, _id: 6, action: 'later.thing', actor: null, subject: olga, details: {} },
    { ...row, _id: 5, action: 'payments.export', subject: null, details },
  ]
  serveFakes(
    fake(adminEndpoints.listAudit, () => ({
      docs: rows,
      totalPages: 1,
      page: 1,
      totalDocs: rows.length,
      isCountCapped: false,
    })),
  )
  renderScreen(<AuditPage />)
  const [, first, second, third] = within(await screen.findByRole('table')).getAllByRole('row')
  const cells = (line: HTMLElement) =>
    within(line)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(first!).slice(1)).toEqual([
    'Refunded a payment',
    'olga@example.com',
    '…db660d995172',
    'amount: $4.99, reason: Paid twice',
  ])
  expect(cells(second!).slice(1)).toEqual(['later.thing', 'Docketbox', 'olga@example.com', ''])
  expect(cells(third!).at(-1)).toBe('format: csv, status: Partly refunded, method: Bank debit')
})

test('entries about someone say whom they’re about', async () => {
  signInAs('Super Admin')
  const list = {
    docs: [{ ...row, subject: olga }],
    totalPages: 1,
    page: 1,
    totalDocs: 1,
    isCountCapped: false,
  }
  serveFakes(fake(adminEndpoints.listAudit, () => list))
  const path = '/admin-dashboard/audit'
  renderScreen(<AuditPage />, { path, at: `${path}?target=${olga._id}` })
  expect(await screen.findByText('Showing only entries about olga@example.com.')).toBeTruthy()
})

test('coming back to the log shows what was done meanwhile', async () => {
  signInAs('Super Admin')
  const docs = [row]
  serveFakes(
    fake(adminEndpoints.listAudit, () => {
      return { docs: [...docs], totalPages: 1, page: 1, totalDocs: docs.length, isCountCapped: false }
    }),
  )
  const { router } = renderScreen(<AuditPage />, { path: '/audit' })
  await screen.findByText('No. 7')
  await act(() => router.navigate('/admin-dashboard/payments'))
  docs.unshift({ ...row, _id: 8 })
  await act(() => router.navigate('/audit'))
  expect(await screen.findByText('No. 8')).toBeTruthy()
})

test('a page past the end shows the last page', async () => {
  signInAs('Super Admin')
  serveFakes(
    fake(adminEndpoints.listAudit, ({ query }) => {
      const page = Number(query.page)
      return { docs: page > 2 ? [] : [row], totalPages: 2, page, totalDocs: 51, isCountCapped: false }
    }),
  )
  const { router } = renderScreen(<AuditPage />, { path: '/audit', at: '/audit?page=9' })
  await screen.findByRole('table')
  expect(router.state.location.search).toBe('?page=2')
})

test('the address filters the log, and the filters change the address', async () => {
  signInAs('Super Admin')
  const queries: unknown[] = []
  serveFakes(
    fake(adminEndpoints.listAudit, ({ query }) => {
      queries.push(query)
      const docs = query.group === 'payments' ? [row] : []
      return { docs, totalPages: 1, page: 1, totalDocs: docs.length, isCountCapped: false }
    }),
  )
  const { router, user } = renderScreen(<AuditPage />, {
    path: '/audit',
    at: '/audit?group=payments&email=olga@example.com',
  })
  await screen.findByText('1 entry')
  expect(queries).toMatchObject([{ group: 'payments', email: 'olga@example.com' }])
  await user.selectOptions(screen.getByLabelText('Action'), 'Plans')
  await screen.findByText('No matching entries.')
  expect(router.state.location.search).toBe('?group=subscriptions&email=olga%40example.com')
  await user.selectOptions(screen.getByLabelText('Action'), 'All actions')
  expect(router.state.location.search).toBe('?email=olga%40example.com')
})

test('an entry leads to the message or the payments that it’s about', async () => {
  signInAs('Super Admin')
  const id = row.subject!._id
  const docs: AuditRow[] = [
    { ...row, _id: 9, action: 'inbox.markDone', shownIn: { screen: 'messages', id } },
    { ...row, _id: 8, action: 'payments.dismissAlert', shownIn: { screen: 'userPayments', id: olga._id } },
    { ...row, _id: 7 },
    { ...row, _id: 6, action: 'inbox.reopen' },
    // Of an account that has since been deleted.
    { ...row, _id: 5, action: 'payments.refundCredit' },
  ]
  const list = { docs, totalPages: 1, page: 1, totalDocs: docs.length, isCountCapped: false }
  serveFakes(fake(adminEndpoints.listAudit, () => list))
  renderScreen(<AuditPage />)
  const [, ...lines] = within(await screen.findByRole('table')).getAllByRole('row')
  const linkIn = (line: HTMLElement) =>
    within(line)
      .queryByRole('link', { name: /db660d995172/ })
      ?.getAttribute('href')
  expect(lines.map(linkIn)).toEqual([
    `/admin-dashboard/messages?message=${id}`,
    `/admin-dashboard/payments?user=${olga._id}`,
    `/admin-dashboard/payments?find=${id}`,
    undefined,
    undefined,
  ])
})
