import { commonRefusals } from '@docketbox/contract/core/refusal'
import { noteEndpoints } from '@docketbox/contract/rooms/note-endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { query } from '#platform/api/query.ts'
import { storedUserId } from '#platform/session/stored-user.ts'
import { fake, fakeLateRefusal, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { useDeleteReceipt } from './mutations.ts'
import { resultsOf } from './testing/category.tsx'
import { receiptOf } from './testing/receipts.ts'

test('deleting a receipt also updates the questions about it', async () => {
  signInAs()
  let reads = 0
  serveFakes(
    fake(noteEndpoints.notes, () => {
      reads++
      return { docs: [], page: 1, totalPages: 1, totalDocs: 0 }
    }),
    fake(receiptEndpoints.remove, () => receiptOf()),
  )
  function Questions() {
    const { data } = useQuery(query(noteEndpoints.notes, { query: {} }))
    const { mutate } = useDeleteReceipt()
    return data && <button onClick={() => mutate({ params: { uploadId: receiptOf()._id } })}>Delete</button>
  }
  const { user } = renderScreen(<Questions />)
  await user.click(await screen.findByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(reads).toBe(2))
})

test('a deletion that fails late doesn’t show its user’s receipts to another who has logged in meanwhile', async () => {
  signInAs()
  const { late, refuseNow } = fakeLateRefusal(receiptEndpoints.remove, commonRefusals.unexpected)
  const { promise: isReadAgain, resolve: endTest } = Promise.withResolvers<void>()
  let reads = 0
  const search = fake(receiptEndpoints.search, async () => {
    reads++
    if (reads === 3) await isReadAgain
    return resultsOf(storedUserId() === 'u1' ? [receiptOf()] : [])
  })
  serveFakes(late, search)
  function List() {
    const { data, refetch } = useQuery(query(receiptEndpoints.search, { query: {} }))
    const { mutate, error } = useDeleteReceipt()
    return (
      <>
        <p>{data?.docs.length} receipts</p>
        <p>{error?.message}</p>
        <button onClick={() => mutate({ params: { uploadId: receiptOf()._id } })}>Delete</button>
        <button onClick={() => void refetch()}>Read</button>
      </>
    )
  }
  const { user } = renderScreen(<List />)
  await screen.findByText('1 receipts')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  signInAs('User', { _id: 'u2' })
  await user.click(screen.getByRole('button', { name: 'Read' }))
  await waitFor(() => expect(reads).toBe(2))
  await screen.findByText('0 receipts')
  refuseNow()
  await screen.findByText(commonRefusals.unexpected.message)
  expect(screen.getByText('0 receipts')).toBeTruthy()
  endTest()
})
