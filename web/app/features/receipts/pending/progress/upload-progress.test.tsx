import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import { pendingUpload } from '../store.ts'
import { addFiles } from '../transfers.ts'
import { draftFor, startFresh } from '../../testing/uploads.ts'
import { UploadProgress } from './upload-progress.tsx'

const files = ['a.pdf', 'b.pdf', 'c.pdf'].map(
  (name) => new File(['12345'], name, { type: 'application/pdf' }),
)
const open = () => renderScreen(<UploadProgress />, { path: '/to-file' })

test('a batch shows real progress, and is forgotten once all of it is uploaded', async () => {
  const held: (() => void)[] = []
  startFresh(
    fake(
      receiptEndpoints.uploadFile,
      ({ body }) => new Promise((resolve) => held.push(() => resolve(draftFor(body)))),
    ),
  )
  addFiles('custom-upload', files)
  open()
  await screen.findByRole('progressbar', { name: 'Uploaded 0 of 3' })
  await waitFor(() => expect(held).toHaveLength(2))
  act(() => held[0]!())
  await screen.findByRole('progressbar', { name: 'Uploaded 1 of 3' })
  await waitFor(() => expect(held).toHaveLength(3))
  act(() => held.slice(1).forEach((finish) => finish()))
  await waitFor(() => expect(pendingUpload()).toBeUndefined())
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('what isn’t uploaded yet can be cancelled', async () => {
  startFresh(fake(receiptEndpoints.uploadFile, () => new Promise(() => undefined)))
  addFiles('custom-upload', files)
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Cancel the rest' }))
  expect(await screen.findByText(/^We don’t have these files yet\./)).toBeTruthy()
  expect(pendingUpload()?.files).toHaveLength(3)
  await user.click(screen.getByRole('button', { name: 'Cancel uploads' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(pendingUpload()?.files ?? []).toEqual([])
})

test('files that a lost connection stopped are uploaded once it’s back', async () => {
  let isOffline = true
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      isOffline ? refuse(commonRefusals.unavailable) : draftFor(body),
    ),
  )
  addFiles('custom-upload', files)
  open()
  // There's no IndexedDB here.
  await screen.findByText(/3 files aren’t uploaded yet\. We couldn’t store everything on this device\./)
  isOffline = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(pendingUpload()).toBeUndefined())
})

test('files that the server refuses say why', async () => {
  startFresh(fake(receiptEndpoints.uploadFile, () => refuse(receiptRefusals.tooManyToday)))
  addFiles('custom-upload', files)
  open()
  const text = `3 files aren’t uploaded yet. ${receiptRefusals.tooManyToday.message}`
  expect(await screen.findByText(text)).toBeTruthy()
})

test('a refused file is listed with the reason until that’s seen', async () => {
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) =>
      body.name === 'b.pdf' ? refuse(receiptRefusals.damagedDocument) : draftFor(body),
    ),
  )
  addFiles('custom-upload', files)
  const { user } = open()
  await screen.findByText(`b.pdf: ${receiptRefusals.damagedDocument.message}`)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(pendingUpload()).toBeUndefined())
})

test('rate-limited files are retried when the server says so, any number of times', async () => {
  const { code, message } = commonRefusals.tooManyRequests
  let refusals = 0
  startFresh(
    fake(receiptEndpoints.uploadFile, ({ body }) => {
      if (refusals++ < 4)
        return Response.json({ code, message }, { status: 429, headers: { 'retry-after': '0.1' } })
      return draftFor(body)
    }),
  )
  addFiles('custom-upload', files.slice(0, 1))
  open()
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
})
