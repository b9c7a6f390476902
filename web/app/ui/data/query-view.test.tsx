import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError, networkError } from '#platform/api/error.ts'
import { renderScreen } from '#testing/render.tsx'
import { QueryView } from './query-view.tsx'

function open(error: Error) {
  const refetch = vi.fn<() => never>()
  const query = { data: undefined, error, isRefetching: false, refetch }
  const view = (
    <QueryView query={query} loading="Loading" error={({ message }) => message}>
      {() => 'Data'}
    </QueryView>
  )
  return { ...renderScreen(view), refetch }
}

test('what may work a moment later can be tried again', async () => {
  const { user, refetch } = open(networkError())
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('what the server would refuse again is only explained', () => {
  open(new ApiError('receipts.notFound', 'We couldn’t find this receipt.', 404))
  expect(screen.getByText('We couldn’t find this receipt.')).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
