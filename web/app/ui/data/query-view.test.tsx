import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { useQuery } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { query } from '#platform/api/query.ts'
import { fake, refuse, serveFakes, serveNothing } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { QueryView } from './query-view.tsx'

const fuel = { _id: '01937000-0000-7000-8000-000000000001', name: 'Fuel' }
const receipts = [1, 2].map((n) => `01a1f98c-b7c0-73be-90be-d80dc65f000${n}`) as [string, string]
const list = { docs: [fuel], page: 1, totalPages: 1, totalDocs: 1 }

beforeEach(() => signInAs('User'))

function Categories() {
  return (
    <QueryView
      query={useQuery(query(categoryEndpoints.list, {}))}
      loading="Loading"
      error={({ message }) => message}
    >
      {({ docs }) => docs[0]?.name}
    </QueryView>
  )
}

test('what may work a moment later can be tried again, with the button in place', async () => {
  serveNothing()
  const { user } = renderScreen(<Categories />)
  const button = await screen.findByRole('button', { name: 'Try again' })
  const { promise, resolve } = Promise.withResolvers<typeof list>()
  serveFakes(fake(categoryEndpoints.list, () => promise))
  await user.click(button)
  expect(screen.getByRole('button', { name: 'Trying again…' })).toBe(button)
  expect(document.activeElement).toBe(button)
  expect(screen.queryByText('Loading')).toBeNull()
  resolve(list)
  expect(await screen.findByText('Fuel')).toBeTruthy()
})

test('without a connection it says so immediately, and loads automatically once there is one', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  serveNothing()
  renderScreen(<Categories />)
  await screen.findByText('You’re offline. We’ll load this once you’re connected.', {}, { timeout: 900 })
  expect(screen.queryByRole('button')).toBeNull()
  serveFakes(fake(categoryEndpoints.list, () => list))
  isOnline.mockReturnValue(true)
  act(() => {
    window.dispatchEvent(new Event('online'))
  })
  expect(await screen.findByText('Fuel')).toBeTruthy()
})

test('what fails again can be tried again', async () => {
  serveNothing()
  const { user } = renderScreen(<Categories />)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a failure isn’t shown in place of what’s opened next', async () => {
  let isSlow = false
  serveFakes(
    fake(receiptEndpoints.details, ({ params }) => {
      if (isSlow) return new Promise<never>(() => undefined)
      return refuse(params.uploadId === receipts[0] ? receiptRefusals.notFound : commonRefusals.notAllowed)
    }),
  )
  function Receipt() {
    const [uploadId, setUploadId] = useState(receipts[0])
    const details = useQuery(query(receiptEndpoints.details, { params: { uploadId } }))
    return (
      <>
        <button onClick={() => setUploadId(receipts[1])}>Next</button>
        <button onClick={() => setUploadId(receipts[0])}>Previous</button>
        <QueryView query={details} loading="Loading" error={({ message }) => message}>
          {() => null}
        </QueryView>
      </>
    )
  }
  const { user } = renderScreen(<Receipt />)
  await screen.findByText(receiptRefusals.notFound.message)
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText(commonRefusals.notAllowed.message)
  isSlow = true
  await user.click(screen.getByRole('button', { name: 'Previous' }))
  expect(screen.getByText('Loading')).toBeTruthy()
})

test('what the server would refuse again is only explained', async () => {
  serveFakes(fake(categoryEndpoints.list, () => refuse(commonRefusals.notAllowed)))
  renderScreen(<Categories />)
  expect(await screen.findByText(commonRefusals.notAllowed.message)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('finding nothing after something is announced', async () => {
  let docs = [fuel]
  serveFakes(fake(categoryEndpoints.list, () => ({ ...list, docs })))
  function Search() {
    const categories = useQuery(query(categoryEndpoints.list, {}))
    return (
      <>
        <button onClick={() => void categories.refetch()}>Search</button>
        <QueryView
          query={categories}
          loading="Loading"
          error="Failed"
          isEmpty={(found) => found.docs.length === 0}
          empty="Nothing found."
        >
          {() => 'Fuel'}
        </QueryView>
      </>
    )
  }
  const { user } = renderScreen(<Search />)
  await screen.findByText('Fuel')
  const announced = [...document.querySelectorAll('[aria-live=polite]')]
  docs = []
  await user.click(screen.getByRole('button', { name: 'Search' }))
  expect(announced).toContain(await screen.findByText('Nothing found.'))
})
