import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { yearEndpoints } from '@docketbox/contract/years/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRetention } from '#features/years'
import { yearOf } from '#features/years/testing'
import { fake, serveFakes, unreadable } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { recordsOf } from '../testing/records.ts'
import LaundryPage from './page.tsx'

beforeEach(() => signInAs('User'))

test('loads whose response was lost are added once when they’re sent again, and the next ones are others', async () => {
  const saved: string[] = []
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf()),
    fake(recordEndpoints.saveLaundry, ({ params: { entryId } }) => {
      saved.push(entryId)
      return saved.length === 1 ? unreadable(502) : { _id: entryId }
    }),
  )
  const { user } = renderScreen(<LaundryPage />, {
    path: '/years/:incomeYear/records/laundry',
    at: '/years/2025-26/records/laundry',
  })
  await user.type(await screen.findByLabelText('Date'), '2025-08-04')
  for (const times of [1, 2, 3]) {
    await user.click(await screen.findByRole('button', { name: 'Add loads' }))
    await waitFor(() => expect(saved).toHaveLength(times))
  }
  expect(saved[1]).toBe(saved[0])
  expect(saved[2]).not.toBe(saved[1])
})

test('the first record of a year puts it in the list of years', async () => {
  let hasRecords = false
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf()),
    fake(yearEndpoints.list, () => {
      const docs = hasRecords ? [yearOf({ receipts: 0, hasRecords })] : []
      return { docs, page: 1, totalPages: 1, totalDocs: docs.length }
    }),
    fake(recordEndpoints.saveLaundry, ({ params: { entryId } }) => {
      hasRecords = true
      return { _id: entryId }
    }),
  )
  function Year() {
    const { retainedYears } = useRetention()
    return (
      <>
        <p>{retainedYears?.length} years to keep</p>
        <LaundryPage />
      </>
    )
  }
  const { user } = renderScreen(<Year />, {
    path: '/years/:incomeYear/records/laundry',
    at: '/years/2025-26/records/laundry',
  })
  await screen.findByText('0 years to keep')
  await user.type(await screen.findByLabelText('Date'), '2025-08-04')
  await user.click(await screen.findByRole('button', { name: 'Add loads' }))
  expect(await screen.findByText('1 years to keep')).toBeTruthy()
})

test('loads added in another year say so', async () => {
  serveFakes(
    fake(recordEndpoints.ofYear, () => recordsOf()),
    fake(recordEndpoints.saveLaundry, ({ params: { entryId } }) => ({ _id: entryId })),
  )
  const { user } = renderScreen(<LaundryPage />, {
    path: '/years/:incomeYear/records/laundry',
    at: '/years/2025-26/records/laundry',
  })
  await user.type(await screen.findByLabelText('Date'), '2026-07-01')
  await user.click(await screen.findByRole('button', { name: 'Add loads' }))
  expect(await screen.findByText('Added 1 load of work clothes in 2026–27.')).toBeTruthy()
})
