import { endpoint } from '@docketbox/contract/core/endpoint'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { ApiError } from './error.ts'
import { makeQueryClient } from './query-client.ts'
import { mutation, query } from './query.ts'

const read = endpoint('GET /api/things/:id', {
  right: 'public',
  summary: 'Reads a thing.',
  params: z.strictObject({ id: z.string() }),
  response: z.strictObject({ count: z.int() }),
})
const change = endpoint('POST /api/things', {
  right: 'public',
  summary: 'Changes all things.',
  response: z.strictObject({ isDone: z.boolean() }),
})

function Screen() {
  const thing = useQuery(query(read, { params: { id: 'a' } }))
  const { mutate, error } = useMutation(mutation(change, { invalidates: [read] }))
  return (
    <button onClick={() => mutate({})}>
      {error?.message ?? thing.data?.count ?? thing.error?.message ?? 'Loading'}
    </button>
  )
}

test('a mutation refetches the endpoints it invalidates, whatever their input', async () => {
  let count = 0
  serveFakes(
    fake(read, () => ({ count })),
    fake(change, () => {
      count++
      return { isDone: true }
    }),
  )
  const { user } = renderScreen(<Screen />)
  await user.click(await screen.findByRole('button', { name: '0' }))
  expect(await screen.findByRole('button', { name: '1' })).toBeTruthy()
})

test('what couldn’t be loaded without a connection is loaded once it’s back', async () => {
  serveNothing()
  renderScreen(<Screen />)
  act(() => void window.dispatchEvent(new Event('offline')))
  await screen.findByRole('button', { name: 'Network error. Please check your connection.' })
  serveFakes(fake(read, () => ({ count: 3 })))
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByRole('button', { name: '3' })).toBeTruthy()
})

test('a mutation that failed says so without waiting for what it refetches', async () => {
  const reads = vi.fn<() => void>()
  serveFakes(
    fake(read, () => {
      reads()
      return reads.mock.calls.length === 1 ? { count: 0 } : new Promise<never>(() => undefined)
    }),
    fake(change, () => refuse(commonRefusals.notAllowed)),
  )
  const { user } = renderScreen(<Screen />)
  await user.click(await screen.findByRole('button', { name: '0' }))
  expect(await screen.findByRole('button', { name: commonRefusals.notAllowed.message })).toBeTruthy()
  expect(reads).toHaveBeenCalledTimes(2)
})

test('each input is cached on its own', () => {
  const keyOf = (id: string) => query(read, { params: { id } }).queryKey
  expect(keyOf('a')).toEqual(keyOf('a'))
  expect(keyOf('a')).not.toEqual(keyOf('b'))
})

test('however long the server asks to wait, a screen tries again after at most 15 seconds', () => {
  const { retryDelay } = makeQueryClient().getDefaultOptions().queries ?? {}
  const delayFor = (retryAfterSeconds: number) =>
    typeof retryDelay === 'function' &&
    retryDelay(0, new ApiError('busy', 'Busy.', 503, { retryAfterSeconds }))
  expect([0, 5, 3600].map(delayFor)).toEqual([1_000, 5_000, 15_000])
})
