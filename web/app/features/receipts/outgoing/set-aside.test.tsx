import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from '../capture/page.tsx'
import { pendingUpload, setDescription, setFacts } from '../pending/store.ts'
import { addFiles } from '../pending/transfers.ts'
import { UploadProgress } from '../pending/progress/upload-progress.tsx'
import { openPhoto } from '../testing/open-photo.tsx'
import { docket, draftFor, photo, startFresh } from '../testing/uploads.ts'
import UploadPage from '../upload/page.tsx'
import { outgoing, removeOutgoing } from './list.ts'
import { useDraftsBeingSaved } from './being-saved.ts'
import { OutgoingProblems } from './problems.tsx'
import { setAsideOtherUpload } from './set-aside.ts'

const arrived = vi.fn<(name: string) => void>()
const edited = vi.fn<(id: string, edit: object) => void>()
const batch = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'].map(
  (name) => new File(['12345'], name, { type: docket.type }),
)

const noEdits = fake(receiptEndpoints.editDraft, ({ params, body }) => {
  const { known: _, ...edit } = body
  edited(params.draftId, edit)
  return { edit }
})

/** Whether the browser would ask before the page is left. */
const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

/** How many rows To file doesn't show yet. */
function Hidden() {
  return <p>Hidden: {useDraftsBeingSaved().length}</p>
}

beforeEach(() => {
  for (const { id } of outgoing()) removeOutgoing(id)
  arrived.mockReset()
  edited.mockReset()
})

test('a batch that’s still on its way arrives although a photo is taken', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  startFresh(
    noEdits,
    fake(receiptEndpoints.uploadFile, async ({ body }) => {
      await promise
      arrived(body.name)
      return draftFor(body)
    }),
  )
  addFiles('custom-upload', batch)
  addFiles('capture', [photo])
  expect(pendingUpload()?.files.map(({ name }) => name)).toEqual([photo.name])
  renderScreen(<UploadProgress />, { path: '/to-file' })
  await screen.findByRole('progressbar', { name: 'Uploaded 0 of 4' })
  expect(asksBeforeLeaving()).toBe(true)
  act(resolve)
  await waitFor(() => expect(arrived).toHaveBeenCalledTimes(5))
  expect(arrived.mock.calls.flat().toSorted()).toEqual([...batch.map(({ name }) => name), photo.name])
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(asksBeforeLeaving()).toBe(false)
  expect(outgoing()).toEqual([])
})

test('a photo without a connection is uploaded later, with what was typed about it, although an upload is begun', async () => {
  let isOffline = true
  startFresh(
    noEdits,
    fake(receiptEndpoints.uploadFile, ({ body }) => {
      if (isOffline) return refuse(commonRefusals.unavailable)
      arrived(body.name)
      return draftFor(body)
    }),
  )
  addFiles('capture', [photo])
  setDescription('capture', 'Taxi to client')
  setFacts({ totalCents: 4250 })
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('failed'))
  const { user } = renderScreen(<UploadPage />, { path: '/custom-upload' })
  await screen.findByText(/If you start a new one, you’ll find this one in To file/)
  await user.type(await screen.findByLabelText('Description'), 'D')
  expect(pendingUpload()?.description).toBe('D')
  expect(asksBeforeLeaving()).toBe(true)
  isOffline = false
  act(() => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(arrived).toHaveBeenCalledWith(photo.name))
  const draft = draftFor(photo).uri.replace('draft:', '')
  await waitFor(() =>
    expect(edited.mock.calls).toEqual([[draft, { description: 'Taxi to client', total: '42.50' }]]),
  )
  expect(outgoing()).toEqual([])
})

test('a receipt that’s closed instead of saved waits in To file, and the next scan begins with the camera', async () => {
  const user = await openPhoto(noEdits)
  await user.type(screen.getByLabelText('Description'), 'Taxi')
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  await user.click(screen.getByRole('link', { name: 'Close' }))
  expect(await screen.findByText('You’ll find it in To file.')).toBeTruthy()
  const draft = draftFor(photo).uri.replace('draft:', '')
  await waitFor(() => expect(edited.mock.calls).toEqual([[draft, { description: 'Taxi' }]]))
  renderScreen(<CapturePage />, { path: '/capture' })
  expect(await screen.findByRole('heading', { name: 'Scan a receipt' })).toBeTruthy()
  await waitFor(() => expect(outgoing()).toEqual([]))
})

test('closing a receipt of several pages says how many wait in To file', async () => {
  const ids = ['01a1f98c-b7c0-73be-90be-d80dc65f0011', '01a1f98c-b7c0-73be-90be-d80dc65f0012']
  const user = await openPhoto(
    fake(receiptEndpoints.uploadFile, () => {
      const id = ids.shift()
      return id === undefined ? refuse(receiptRefusals.emptyFile) : draftFor(photo, id)
    }),
  )
  for (let page = 2; page <= 3; page++) {
    await user.click(screen.getByRole('button', { name: 'Add page' }))
    await user.upload(await screen.findByLabelText('Photo'), photo)
    await screen.findByText('2 pages')
  }
  await screen.findByText(receiptRefusals.emptyFile.message)
  const { unmount } = renderScreen(<UploadPage />, { path: '/custom-upload' })
  await screen.findByText(/^You have an unsaved receipt with 2 pages.* its pages move to To file/)
  unmount()
  await user.click(screen.getByRole('link', { name: 'Close' }))
  expect(await screen.findByText('Both pages are in To file.')).toBeTruthy()
  expect(screen.getByText('Select them there to file them as one receipt.')).toBeTruthy()
})

test('what was typed about a photo is saved even if the server fails at first', async () => {
  const failures = [commonRefusals.unexpected, commonRefusals.tooManyRequests]
  startFresh(
    fake(receiptEndpoints.editDraft, ({ params, body }) => {
      const { known: _, ...edit } = body
      const failure = failures.shift()
      if (failure) return refuse(failure)
      edited(params.draftId, edit)
      return { edit }
    }),
  )
  addFiles('capture', [photo])
  setDescription('capture', 'Taxi to client')
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  addFiles('custom-upload', [docket])
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(edited).toHaveBeenCalledWith(expect.any(String), { description: 'Taxi to client' })
  })
  await waitFor(() => expect(outgoing()).toEqual([]))
})

test('what the server keeps failing to save is listed with the reason, and can be opened again', async () => {
  startFresh(fake(receiptEndpoints.editDraft, () => refuse(commonRefusals.unexpected)))
  addFiles('capture', [photo])
  setDescription('capture', 'Taxi to client')
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  setAsideOtherUpload('custom-upload')
  const { user } = renderScreen(
    <>
      <OutgoingProblems />
      <Hidden />
    </>,
  )
  expect(screen.getByText('Hidden: 1')).toBeTruthy()
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    screen.getByText(`Taxi to client wasn’t saved. ${commonRefusals.unexpected.message}`)
  })
  expect(screen.getByText('Hidden: 0')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'View' }))
  expect(pendingUpload()).toMatchObject({ description: 'Taxi to client', files: [{ name: photo.name }] })
})

test('what was typed about a photo that another device filed meanwhile stays on screen', async () => {
  startFresh(fake(receiptEndpoints.editDraft, () => refuse(receiptRefusals.draftTaken)))
  addFiles('capture', [photo])
  setDescription('capture', 'Taxi to client')
  await waitFor(() => expect(pendingUpload()?.files[0]?.state).toBe('uploaded'))
  addFiles('custom-upload', [docket])
  renderScreen(<OutgoingProblems />)
  await screen.findByText(/^You’ve already filed or discarded this receipt/)
  expect(screen.getByText('Taxi to client')).toBeTruthy()
})

test('what was typed about a photo that can’t be uploaded is kept although an upload is begun', async () => {
  startFresh(noEdits)
  addFiles('capture', [photo], { problem: 'This file is damaged.' })
  setDescription('capture', 'Taxi to client')
  const { user } = renderScreen(
    <>
      <OutgoingProblems />
      <UploadPage />
    </>,
    { path: '/custom-upload' },
  )
  await screen.findByText(/If you start a new one, you’ll find what you wrote on the dashboard/)
  await user.type(await screen.findByLabelText('Description'), 'D')
  await screen.findByText('Taxi to client wasn’t saved. This file is damaged.')
  await user.click(screen.getByRole('button', { name: 'View' }))
  expect(pendingUpload()).toMatchObject({ origin: 'capture', description: 'Taxi to client' })
})

test('a receipt that’s refused is listed with the reason until that’s seen', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  startFresh(
    noEdits,
    fake(receiptEndpoints.uploadFile, async ({ body }) => {
      await promise
      return body.name === 'b.pdf' ? refuse(receiptRefusals.damagedDocument) : draftFor(body)
    }),
  )
  addFiles('custom-upload', batch)
  addFiles('capture', [photo])
  const { user } = renderScreen(<UploadProgress />, { path: '/to-file' })
  act(resolve)
  await screen.findByText(`b.pdf: ${receiptRefusals.damagedDocument.message}`)
  await user.click(screen.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(outgoing()).toEqual([]))
  expect(pendingUpload()?.files.map(({ name }) => name)).toEqual([photo.name])
})

test('cancelling the rest cancels what was set aside, not the photo that took its place', async () => {
  startFresh(
    noEdits,
    fake(receiptEndpoints.uploadFile, () => new Promise(() => undefined)),
  )
  addFiles('custom-upload', batch)
  addFiles('capture', [photo])
  const { user } = renderScreen(<UploadProgress />, { path: '/to-file' })
  await user.click(await screen.findByRole('button', { name: 'Cancel the rest' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel uploads' }))
  await waitFor(() => expect(outgoing()).toEqual([]))
  expect(pendingUpload()?.files.map(({ name }) => name)).toEqual([photo.name])
})
