import { noteEndpoints } from '@docketbox/contract/rooms/note-endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { query } from '#platform/api/query.ts'
import { fake, serveFakes } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { useDeleteReceipt } from './mutations.ts'
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
