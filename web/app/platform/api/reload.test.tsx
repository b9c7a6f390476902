import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { useEffect } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { mutation, query } from './query.ts'
import { followOtherWindows } from './reload.ts'

const { taxProfile, updateTaxProfile } = receiptEndpoints
const change = [[`${taxProfile.method} ${taxProfile.path}`]]

/** A window that shows the user's work as the server knows it. */
async function openWindow() {
  signInAs('User')
  const server: { work: 'employee' | 'soleTrader' } = { work: 'employee' }
  const read = vi.fn<() => void>()
  serveFakes(
    fake(taxProfile, () => {
      read()
      return { ...server, isGstRegistered: null, answers: [] }
    }),
    fake(updateTaxProfile, () => {
      server.work = 'soleTrader'
      return { ...server, isGstRegistered: null, answers: [] }
    }),
  )
  function Screen() {
    const client = useQueryClient()
    useEffect(() => followOtherWindows(client), [client])
    const { data } = useQuery(query(taxProfile, {}))
    const { mutate } = useMutation(mutation(updateTaxProfile, { invalidates: [taxProfile] }))
    const save = () => mutate({ body: { work: 'soleTrader' } })
    return <button onClick={save}>{data?.work}</button>
  }
  const { user } = renderScreen(<Screen />)
  await screen.findByText('employee')
  const other = new BroadcastChannel('docketbox:changes')
  onTestFinished(() => other.close())
  return { server, read, user, other }
}

test('what another window changes is shown in this one', async () => {
  const { server, other } = await openWindow()
  server.work = 'soleTrader'
  other.postMessage(change)
  expect(await screen.findByText('soleTrader')).toBeTruthy()
})

test('other windows learn what this one changes', async () => {
  const { user, other } = await openWindow()
  const heard = new Promise((resolve) => {
    other.addEventListener('message', ({ data }) => resolve(data), { once: true })
  })
  await user.click(screen.getByRole('button'))
  expect(await heard).toEqual(change)
})

test('a hidden window waits until it’s shown', async () => {
  const { server, read, other } = await openWindow()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  server.work = 'soleTrader'
  const echo = new BroadcastChannel('docketbox:changes')
  const arrived = new Promise((resolve) => echo.addEventListener('message', resolve, { once: true }))
  onTestFinished(() => echo.close())
  other.postMessage(change)
  await arrived
  expect(read).toHaveBeenCalledOnce()
  vi.restoreAllMocks()
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  await screen.findByText('soleTrader')
})
