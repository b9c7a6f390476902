import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mutation, query } from './query.ts'

test('coming back to a tab shows what another one has just changed, and loads nothing that stays the same', async () => {
  signInAs('User')
  let work: 'employee' | 'soleTrader' = 'employee'
  const rules = vi.fn<() => void>()
  serveFakes(
    fake(receiptEndpoints.taxProfile, () => ({ work, isGstRegistered: null, answers: [] })),
    fake(receiptEndpoints.rules, () => {
      rules()
      return { maxBytes: 1, maxFiles: 1, types: [] }
    }),
  )
  function Screen() {
    const { data } = useQuery(query(receiptEndpoints.taxProfile, {}))
    const { data: limits } = useQuery({ ...query(receiptEndpoints.rules, {}), staleTime: Infinity })
    return limits && <p>{data?.work}</p>
  }
  renderScreen(<Screen />)
  await screen.findByText('employee')
  work = 'soleTrader'
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(screen.getByText('soleTrader')).toBeTruthy())
  expect(rules).toHaveBeenCalledOnce()
})

test('a change that was saved doesn’t stay pending on a connection that hangs afterwards', async () => {
  vi.useFakeTimers()
  signInAs('User')
  const { taxProfile, updateTaxProfile } = receiptEndpoints
  const saved = { work: 'soleTrader' as const, isGstRegistered: null, answers: [] }
  let isHanging = false
  serveFakes(
    fake(taxProfile, () => (isHanging ? new Promise<never>(() => undefined) : saved)),
    fake(updateTaxProfile, () => {
      isHanging = true
      return saved
    }),
  )
  function Screen() {
    const { data } = useQuery(query(taxProfile, {}))
    const { mutate, status } = useMutation(mutation(updateTaxProfile, { invalidates: [taxProfile] }))
    return data && <button onClick={() => mutate({ body: { work: 'soleTrader' } })}>{status}</button>
  }
  renderScreen(<Screen />)
  await act(() => vi.advanceTimersByTimeAsync(100))
  screen.getByText('idle').click()
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('pending')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(screen.getByText('success')).toBeTruthy()
})
