import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { query } from './query.ts'

test('coming back to a tab shows what another one has just changed, and loads nothing that stays the same', async () => {
  signInAs('User')
  let work: 'employee' | 'soleTrader' = 'employee'
  const rules = vi.fn<() => void>()
  serveFakes(
    fake(receiptEndpoints.taxProfile, () => ({ work, isGstRegistered: null })),
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
