import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Draft } from '@docketbox/contract/receipts/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fake, unreadable } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { pendingUpload } from '../pending/store.ts'
import { docket, draftFor, photo, startFresh } from '../testing/uploads.ts'
import CustomUploadPage from './page.tsx'

const open = () => renderScreen(<CustomUploadPage />, { path: '/custom-upload' })
const picker = () => screen.findByLabelText('Receipt files')
const files = () => within(screen.getByRole('list', { name: 'Chosen files' }))

test('removing an uploaded file discards it, so that it doesn’t wait to be filed', async () => {
  const discarded: string[] = []
  startFresh(
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded.push(params.draftId)
      return draftFor(docket)
    }),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  await files().findByLabelText('Uploaded')
  await user.click(screen.getByRole('button', { name: 'Remove docket.pdf' }))
  await waitFor(() => expect(discarded).toHaveLength(1))
})

test('says so when an uploaded file can’t be discarded, and tries again', async () => {
  let answer: Response | Draft = unreadable(502)
  startFresh(fake(receiptEndpoints.discardDraft, () => answer))
  const { user } = open()
  await user.upload(await picker(), docket)
  await files().findByLabelText('Uploaded')
  await user.click(screen.getByRole('button', { name: 'Remove docket.pdf' }))
  const text = 'We couldn’t discard your upload, so it’s waiting in To file.'
  await screen.findByText(text)
  answer = draftFor(docket)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(text)).toBeNull())
})

test('an upload shows its progress and can be cancelled', async () => {
  startFresh(fake(receiptEndpoints.uploadFile, () => new Promise(() => undefined)))
  const { user } = open()
  await user.upload(await picker(), docket)
  expect(await screen.findByRole('progressbar', { name: 'docket.pdf' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel docket.pdf' }))
  await waitFor(() => expect(screen.queryByText('docket.pdf')).toBeNull())
})

test('an upload cancelled after its last byte was sent is discarded once it has arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const discarded = vi.fn<(id: string) => void>()
  startFresh(
    fake(receiptEndpoints.uploadFile, async ({ body }) => {
      if (body.name === docket.name) await promise
      return draftFor(body)
    }),
    fake(receiptEndpoints.discardDraft, ({ params }) => {
      discarded(`draft:${params.draftId}`)
      return draftFor(docket)
    }),
  )
  const { user } = open()
  await user.upload(await picker(), docket)
  await user.click(await screen.findByRole('button', { name: 'Cancel docket.pdf' }))
  await user.upload(await picker(), photo)
  expect(await files().findByLabelText('Uploaded')).toBeTruthy()
  resolve()
  await waitFor(() => expect(discarded.mock.calls).toEqual([[draftFor(docket).uri]]))
  expect(pendingUpload()?.files.map(({ name }) => name)).toEqual([photo.name])
})
