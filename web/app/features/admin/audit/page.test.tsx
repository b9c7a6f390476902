import { adminEndpoints, type AuditRow } from '@docketbox/contract/admin/endpoints'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.tsx'
import { renderScreen, signInAs } from '#testing/render.tsx'
import AuditPage from './page.tsx'

const olga = { _id: '01a1fafd-b280-7070-a1ba-f95c93f38206', email: 'olga@example.com' }
const row: AuditRow = {
  _id: 7,
  at: '2026-11-20T10:00:00.000Z',
  action: 'payments.refund',
  actor: olga,
  subject: { _id: '01a1fafd-bb3f-7488-9023-db660d995172', email: null },
  details: { amountCents: 499, reason: 'Paid twice' },
}

test('the audit log says in words what was done, to what, and for how much', async () => {
  signInAs('Super Admin')
  const rows = [row, { ...row, _id: 6, action: 'later.thing', actor: null, subject: olga, details: {} }]
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
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row')
  const cells = (line: HTMLElement) =>
    within(line)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(cells(first!).slice(2)).toEqual([
    'Gave a payment back',
    'olga@example.com',
    '…db660d995172',
    'amount: $4.99, reason: Paid twice',
  ])
  expect(cells(second!).slice(2)).toEqual(['later.thing', 'The product', 'olga@example.com', ''])
})

test('a page behind the last one leads to the last one', async () => {
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

test('the address narrows the log down, and the choices change the address', async () => {
  signInAs('Super Admin')
  const asked: unknown[] = []
  serveFakes(
    fake(adminEndpoints.listAudit, ({ query }) => {
      asked.push(query)
      const docs = query.group === 'payments' ? [row] : []
      return { docs, totalPages: 1, page: 1, totalDocs: docs.length, isCountCapped: false }
    }),
  )
  const { router, user } = renderScreen(<AuditPage />, {
    path: '/audit',
    at: '/audit?group=payments&email=olga@example.com',
  })
  await screen.findByText('1 entry')
  expect(asked).toMatchObject([{ group: 'payments', email: 'olga@example.com' }])
  await user.selectOptions(screen.getByLabelText('What was done'), 'Plans')
  await screen.findByText('No entry matches.')
  expect(router.state.location.search).toBe('?group=subscriptions&email=olga%40example.com')
  await user.selectOptions(screen.getByLabelText('What was done'), 'Everything')
  expect(router.state.location.search).toBe('?email=olga%40example.com')
})
