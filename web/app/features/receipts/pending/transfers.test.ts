import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { waitFor } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { queryClient } from '#platform/api/query-client.ts'
import { fake } from '#testing/fake-api.ts'
import { receiptSummary } from '../queries.ts'
import { draftFor, photo, startFresh } from '../testing/uploads.ts'
import { pendingUpload } from './store.ts'
import { addFiles, cancelFile } from './transfers.ts'

test('an upload that’s removed again no longer counts as one to file', async () => {
  onTestFinished(() => queryClient.clear())
  let toFile = 0
  startFresh(
    fake(receiptEndpoints.summary, () => {
      return { totals: [], months: [], receipts: 0, trashed: 0, toFile, toCheck: 0, recent: [] }
    }),
    fake(receiptEndpoints.uploadFile, () => {
      toFile = 1
      return draftFor(photo)
    }),
    fake(receiptEndpoints.discardDraft, () => {
      toFile = 0
      return draftFor(photo)
    }),
  )
  const shown = async () => (await queryClient.fetchQuery(receiptSummary)).toFile
  const [id] = addFiles('capture', [photo])
  await waitFor(() => expect(pendingUpload()?.files[0]?.draft).toBeDefined())
  expect(await shown()).toBe(1)
  cancelFile(id!)
  await waitFor(async () => expect(await shown()).toBe(0))
})
