import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from './page.tsx'
import { appendFiles, pendingUpload } from '../pending/store.ts'
import { draftOf } from '../testing/drafts.ts'
import { docket, photo, sentKeys, startFresh, uploadedFile } from '../testing/uploads.ts'

const requestedMedia = vi.fn<(constraints: MediaStreamConstraints) => void>()
const stopTrack = vi.fn<() => void>()
const applyConstraints = vi.fn<(constraints: object) => void>()

/** Installs a fake front and back camera with a torch. */
function installCamera({ isAllowed = true, capabilities = { torch: true } as object } = {}): void {
  const track = {
    stop: stopTrack,
    addEventListener: () => undefined,
    getCapabilities: () => capabilities,
    applyConstraints: async (constraints: object) => applyConstraints(constraints),
  }
  const getUserMedia = async (constraints: MediaStreamConstraints) => {
    requestedMedia(constraints)
    if (!isAllowed) throw new DOMException('Permission denied', 'NotAllowedError')
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  }
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia, getSupportedConstraints: () => ({ pointsOfInterest: true }) },
  })
  vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(4)
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((callback) =>
    callback(new Blob(['frame'])),
  )
}

/** Makes every canvas show a frame this grey; one after the other, if there are several, and the last one from then on. */
function showFrames(...greys: number[]): void {
  const canvas = document.createElement('canvas')
  const nextFrame = () => {
    const grey = greys.length > 1 ? greys.shift()! : greys[0]!
    return { data: new Uint8ClampedArray(80).fill(grey), width: 5, height: 4 }
  }
  const context = { canvas, drawImage: () => undefined, getImageData: nextFrame }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
}

const open = (at = '/capture') => renderScreen(<CapturePage />, { path: '/capture', at })
const button = (name: string) => screen.findByRole('button', { name })
const requestedVideo = () => requestedMedia.mock.lastCall?.[0].video

async function shoot(user: ReturnType<typeof open>['user']) {
  const capture = await button('Capture')
  await waitFor(() => expect(capture).toHaveProperty('disabled', false))
  await user.click(capture)
}

beforeEach(() => {
  for (const spy of [requestedMedia, stopTrack, applyConstraints]) spy.mockReset()
  startFresh()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('a photo uploads while it is described, then leads to the preview', async () => {
  installCamera()
  const { user } = open()
  await shoot(user)
  await waitFor(() => expect(sentKeys).toHaveBeenCalledWith(expect.any(String), 'captured-image.png'))
  expect(stopTrack).toHaveBeenCalled()
  await user.type(await screen.findByLabelText('Description'), 'Lunch')
  await user.click(await button('Save and Preview'))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/preview')
  expect(pendingUpload()).toMatchObject({ origin: 'capture', description: 'Lunch' })
})

test('a photo in the dark can be kept or retaken', async () => {
  installCamera()
  showFrames(20)
  const { user } = open()
  // Before the shot, the live picture says so; Capture works nevertheless.
  expect(await screen.findByText('Too dark')).toBeTruthy()
  await shoot(user)
  expect(await screen.findByText('This photo is too dark.')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: 'Retake' }).at(-1)!)
  await shoot(user)
  await user.click(await button('Keep'))
  expect(screen.queryByText('This photo is too dark.')).toBeNull()
  expect(pendingUpload()?.files).toHaveLength(1)
})

test('a photo taken before the camera shows anything isn’t black', async () => {
  installCamera()
  const { user } = open()
  const capture = await button('Capture')
  await waitFor(() => expect(capture).toHaveProperty('disabled', false))
  showFrames(0, 0, 0, 120)
  await user.click(capture)
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(screen.queryByText('This photo is too dark.')).toBeNull()
})

test('a photo from the phone’s own camera is judged as well', async () => {
  showFrames(20)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 5, height: 4, close: () => undefined }))
  const { user } = open()
  await user.upload(await screen.findByLabelText('Photo'), photo)
  expect(await screen.findByText('This photo is too dark.')).toBeTruthy()
})

test('a photo of several receipts can be split', async () => {
  startFresh()
  const several = { ...uploadedFile(photo), draft: draftOf(7, { splitsInto: 3 }) }
  appendFiles('capture', [several])
  open()
  expect(await screen.findByText(/Looks like 3 receipts/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Split them in To file' })
  expect(link.getAttribute('href')).toBe('/to-file')
})

test('focus follows a tap where the camera can do that', async () => {
  installCamera({ capabilities: { focusMode: ['continuous', 'single-shot'] } })
  const area = { left: 0, top: 0, width: 320, height: 320 } as DOMRect
  vi.spyOn(HTMLButtonElement.prototype, 'getBoundingClientRect').mockReturnValue(area)
  const { user } = open()
  // The picture leaves 40 pixels above and below it empty.
  await user.pointer({ keys: '[MouseLeft]', target: await button('Focus'), coords: { x: 80, y: 220 } })
  expect(applyConstraints).toHaveBeenCalledWith({
    advanced: [{ pointsOfInterest: [{ x: 0.25, y: 0.75 }], focusMode: 'single-shot' }],
  })
})

test('a camera that can’t focus on a point has nothing to tap', async () => {
  installCamera()
  open()
  await button('Torch')
  expect(screen.queryByRole('button', { name: 'Focus' })).toBeNull()
})

test('shows the limit of pages before the next shot', async () => {
  const pages = Array.from({ length: 20 }, (_, n) => ({
    ...uploadedFile(photo),
    id: `f${n}`,
    draft: draftOf(n),
  }))
  appendFiles('capture', pages)
  const { user } = open()
  await user.click(await button('Add page'))
  expect(await screen.findByText('A receipt can have up to 20 pages.')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Add a page' })).toBeNull()
})

test('a photo needs a description', async () => {
  installCamera()
  const { user } = open()
  await shoot(user)
  await user.type(await screen.findByLabelText('Description'), '   ')
  await user.click(await button('Save and Preview'))
  expect(await screen.findAllByText('Description is required')).not.toHaveLength(0)
})

test('the back camera starts first and can be switched', async () => {
  installCamera()
  const { user } = open()
  await waitFor(() => expect(requestedVideo()).toMatchObject({ facingMode: { ideal: 'environment' } }))
  await user.click(await button('Switch Camera'))
  await waitFor(() => expect(requestedVideo()).toMatchObject({ facingMode: { ideal: 'user' } }))
  expect(stopTrack).toHaveBeenCalled()
})

test('the torch can be turned on', async () => {
  installCamera()
  const { user } = open()
  await user.click(await button('Torch'))
  expect(applyConstraints).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
  await waitFor(async () => expect((await button('Torch')).getAttribute('aria-pressed')).toBe('true'))
})

test('leaving the screen stops the camera', async () => {
  installCamera()
  const { unmount } = open()
  await button('Torch')
  unmount()
  expect(stopTrack).toHaveBeenCalled()
})

test.each([
  ['blocked', () => installCamera({ isAllowed: false })],
  ['missing', () => undefined],
])("a camera that is %s falls back to the phone's camera app", async (_, prepare) => {
  prepare()
  const { user } = open()
  expect(await screen.findByText('Unable to access camera.')).toBeTruthy()
  const own = screen.getByLabelText('Photo')
  await user.click(await button('Take a photo'))
  expect(own.getAttribute('capture')).toBe('environment')
  await user.click(await button('Choose a photo'))
  expect(own.hasAttribute('capture')).toBe(false)
  await user.upload(own, photo)
  expect(await screen.findByRole('img', { name: 'photo.jpg' })).toBeTruthy()
  expect(await screen.findByLabelText('Description')).toBeTruthy()
})

test('a photo the server refuses says why and shows the camera again', async () => {
  startFresh(fake(receiptEndpoints.uploadFile, () => refuse(receiptRefusals.damagedImage)))
  const { user } = open()
  await user.upload(await screen.findByLabelText('Photo'), photo)
  expect(await screen.findByText(receiptRefusals.damagedImage.message)).toBeTruthy()
  expect(screen.getByLabelText('Photo')).toBeTruthy()
})

test('an unsaved upload is pointed out before a photo takes its place', async () => {
  appendFiles('custom-upload', [uploadedFile(docket)])
  open()
  expect(await screen.findByText(/If you start a new one, you’ll find this one in To file/)).toBeTruthy()
  const link = await screen.findByRole('link', { name: 'Finish it' })
  expect(link.getAttribute('href')).toBe('/custom-upload')
})

test('reload=true discards the photo and keeps the description', async () => {
  installCamera()
  const { user, unmount } = open()
  await shoot(user)
  await user.type(await screen.findByLabelText('Description'), 'Lunch')
  unmount()
  const { user: again, router } = open('/capture?reload=true')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  expect(pendingUpload()?.files).toEqual([])
  await shoot(again)
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Description')).value).toBe('Lunch')
})

test('without reload=true the unsaved photo is still there', async () => {
  installCamera()
  const { user, unmount } = open()
  await shoot(user)
  await screen.findByLabelText('Description')
  unmount()
  open()
  expect(await button('Retake')).toBeTruthy()
})
