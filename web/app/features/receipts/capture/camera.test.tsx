import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { MB_BYTES } from '@docketbox/contract/core/units'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endSession } from '#platform/session/session.ts'
import { fake } from '#testing/fake-api.ts'
import { renderScreen, signInAs } from '#testing/render.tsx'
import { appendFiles, clearPending, pendingUpload, restorePending, setFacts } from '../pending/store.ts'
import { openPhoto } from '../testing/open-photo.tsx'
import { fuel } from '../testing/receipts.ts'
import { draftFor, photo, startFresh, uploadedFile } from '../testing/uploads.ts'
import CapturePage from './page.tsx'

const stopTrack = vi.fn<() => void>()

/** Installs a camera that opens, but never delivers a frame. */
function installBrokenCamera(): void {
  const track = { stop: stopTrack, addEventListener: () => undefined }
  const getUserMedia = async () => ({ getTracks: () => [track], getVideoTracks: () => [track] })
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(0)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => {
    vi.restoreAllMocks()
    Reflect.deleteProperty(navigator, 'mediaDevices')
  })
}

test('a camera that shows nothing isn’t waited for: a photo can be chosen, or the camera tried again', async () => {
  installBrokenCamera()
  startFresh()
  const { user } = renderScreen(<CapturePage />, { path: '/capture' })
  const capture = await screen.findByRole('button', { name: 'Capture' })
  await vi.waitFor(() => expect(capture).toHaveProperty('disabled', false))
  await user.click(capture)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText('The camera isn’t showing a picture.')).toBeTruthy()
  expect(screen.getByText('We couldn’t take a photo. Please try again.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Choose a photo' })).toBeTruthy()
  expect(stopTrack).toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await vi.waitFor(async () =>
    expect(await screen.findByRole('button', { name: 'Capture' })).toHaveProperty('disabled', false),
  )
})

const photograph = () =>
  openPhoto(fake(categoryEndpoints.list, () => ({ docs: [fuel], totalPages: 1, page: 1, totalDocs: 1 })))
const retake = () => screen.getByRole('button', { name: 'Retake' })

test('retaking keeps the old photo, and what was corrected on it, until there’s a new one', async () => {
  const user = await photograph()
  act(() => setFacts({ totalCents: 6_820 }))
  await user.click(retake())
  await screen.findByRole('heading', { name: 'Retake' })
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  expect(pendingUpload()).toMatchObject({ facts: { totalCents: 6_820 } })
  await user.click(retake())
  await user.upload(screen.getByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(pendingUpload()).toMatchObject({ facts: undefined, files: [{ name: photo.name }] })
})

test('retaking keeps the old photo if the new one is too large', async () => {
  const user = await photograph()
  const [old] = pendingUpload()!.files
  await user.click(retake())
  const large = new File(['large'], 'large.jpg', { type: 'image/jpeg' })
  Object.defineProperty(large, 'size', { value: 21 * MB_BYTES })
  await user.upload(await screen.findByLabelText('Photo'), large)
  expect(await screen.findByText(/^This file is larger than 20 MB/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Keep' }))
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(pendingUpload()?.files).toMatchObject([{ id: old?.id }])
})

test('retaking one of several pages keeps it until there’s a new one, which takes its place', async () => {
  const newDraft = () => draftFor(photo, crypto.randomUUID())
  const files = ['1', '2', '3'].map((id) => ({ ...uploadedFile(photo), id, draft: newDraft() }))
  const blurry = { ...files[0]!, warning: 'This photo looks blurry.' }
  startFresh(fake(receiptEndpoints.discardDraft, newDraft), fake(receiptEndpoints.uploadFile, newDraft))
  appendFiles('capture', [blurry, ...files.slice(1)])
  const { user } = renderScreen(<CapturePage />, { path: '/capture' })
  const ids = () => pendingUpload()?.files.map(({ id }) => id)
  const buttons = await screen.findAllByRole('button', { name: 'Retake' })
  await user.click(buttons.at(-1)!)
  await user.click(await screen.findByRole('button', { name: 'Keep' }))
  expect(ids()).toEqual(['1', '2', '3'])
  await user.click(screen.getAllByRole('button', { name: 'Retake' }).at(-1)!)
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(ids()).toEqual([expect.stringMatching(/.{36}/), '2', '3'])
  await user.click(retake())
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(ids()).toEqual([expect.any(String), '2', expect.stringMatching(/.{36}/)])
})

test('a photo that’s to be retaken is discarded when the camera is closed', async () => {
  const user = await photograph()
  await user.click(retake())
  await user.click(await screen.findByRole('link', { name: 'Close' }))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/dashboard')
  expect(pendingUpload()?.files ?? []).toEqual([])
})

test('a photo that’s being taken doesn’t replace one that its user keeps meanwhile', async () => {
  const user = await photograph()
  const [old] = pendingUpload()!.files
  installBrokenCamera()
  await user.click(retake())
  const capture = await screen.findByRole('button', { name: 'Capture' })
  await vi.waitFor(() => expect(capture).toHaveProperty('disabled', false))
  await user.click(capture)
  const keep = screen.getByRole('button', { name: 'Keep' })
  expect(keep).toHaveProperty('disabled', true)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await user.click(keep)
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(pendingUpload()?.files).toMatchObject([{ id: old?.id }])
})

/** Presses Capture. @returns what lets the camera deliver the frame. */
async function startCapturing(...fakes: Parameters<typeof startFresh>) {
  installBrokenCamera()
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) =>
    callback(new Blob(['frame'])),
  )
  startFresh(...fakes)
  const { user, container } = renderScreen(<CapturePage />, { path: '/capture' })
  const capture = await screen.findByRole('button', { name: 'Capture' })
  await vi.waitFor(() => expect(capture).toHaveProperty('disabled', false))
  await user.click(capture)
  const video = container.querySelector('video')
  return () => act(() => void video?.dispatchEvent(new Event('loadeddata')))
}
const captured = [{ name: 'captured-image.png' }]

test('a photo that’s being taken doesn’t discard one whose filing is undone meanwhile', async () => {
  const discarded = vi.fn<() => void>()
  const discard = fake(receiptEndpoints.discardDraft, () => {
    discarded()
    return draftFor(photo)
  })
  const deliver = await startCapturing(discard)
  appendFiles('capture', [uploadedFile(photo)])
  const filed = pendingUpload()!
  clearPending()
  act(() => void restorePending(filed, []))
  deliver()
  await vi.waitFor(() => expect(pendingUpload()?.files).toMatchObject(captured))
  expect(discarded).not.toHaveBeenCalled()
})

test('a photo that’s being taken as the session ends is there once its user has logged in again', async () => {
  const deliver = await startCapturing()
  endSession()
  deliver()
  signInAs('User', { _id: 'u2' })
  window.dispatchEvent(new Event('online'))
  expect(pendingUpload()).toBeUndefined()
  signInAs()
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(pendingUpload()?.files).toMatchObject(captured)
  })
})

test('a photo that’s taken without a connection isn’t too large for the server later', async () => {
  const deliver = await startCapturing(fake(receiptEndpoints.rules, () => new Promise(() => undefined)))
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementationOnce((callback) =>
    callback(Object.defineProperty(new Blob(['too large']), 'size', { value: 21 * MB_BYTES })),
  )
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(3840)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(2160)
  deliver()
  await vi.waitFor(() => expect(pendingUpload()?.files).toMatchObject([{ sizeBytes: 'frame'.length }]))
})
