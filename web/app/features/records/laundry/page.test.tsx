import { recordEndpoints } from '@docketbox/contract/records/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
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
