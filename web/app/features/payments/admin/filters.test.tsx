import { paymentAdminEndpoints } from '@docketbox/contract/payments/admin-endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { adminListOf, adminPaymentWith } from '../testing/index.ts'
import AdminPaymentsPage from './page.tsx'

beforeEach(() => signInAs('Admin'))

async function open(search: string) {
  const queries: Record<string, unknown>[] = []
  serveFakes(
    fake(paymentAdminEndpoints.alerts, () => ({ alerts: [] })),
    fake(paymentAdminEndpoints.planNames, () => ({ names: [] })),
    fake(paymentAdminEndpoints.list, ({ query }) => {
      queries.push(query)
      return adminListOf([adminPaymentWith()])
    }),
  )
  const path = '/admin-dashboard/payments'
  const { user } = renderScreen(<AdminPaymentsPage />, { path, at: path + search })
  await screen.findByRole('table')
  return { user, queries }
}

test('a search of fewer than three characters says so, and starts with the third', async () => {
  const { user, queries } = await open('?find=ja')
  const field = screen.getByRole<HTMLInputElement>('searchbox')
  expect(field.value).toBe('ja')
  expect(screen.getByText('Enter at least 3 characters.')).toBeTruthy()
  expect(queries[0]).not.toHaveProperty('find')
  await user.type(field, 'n')
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ find: 'jan' }))
  expect(screen.queryByText('Enter at least 3 characters.')).toBeNull()
})

test('a period that ends before it starts says so at its end', async () => {
  await open('?from=2026-08-01&to=2026-07-01')
  const description = screen.getByLabelText('To').getAttribute('aria-describedby')
  expect(document.getElementById(description ?? '')?.textContent).toBe(
    'The period can’t end before it starts.',
  )
})

test('a date after 2100 says so and isn’t searched for', async () => {
  const { user, queries } = await open('?to=2026-07-01')
  const field = screen.getByLabelText('To')
  await user.clear(field)
  await waitFor(() => expect(queries.at(-1)).not.toHaveProperty('to'))
  await user.type(field, '9999-12-31')
  expect(await screen.findByText('Enter a date up to 31 Dec 2100.')).toBeTruthy()
  expect(queries.at(-1)).not.toHaveProperty('to')
})
