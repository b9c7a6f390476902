import { receiptRefusals } from '@docketbox/contract/receipts/texts'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, refuse } from '#testing/fake-api.tsx'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from './page.tsx'
import { describe as describeUpload, pendingUpload } from '../pending/store.ts'
import { beginFresh, keysSent, photo } from '../testing/uploads.ts'

const asked = vi.fn<(wish: MediaStreamConstraints) => void>()
const stopped = vi.fn<() => void>()
const lit = vi.fn<(wish: object) => void>()

/** A camera of two sides, with a lamp. */
function giveCamera({ isAllowed = true } = {}): void {
  const track = {
    stop: stopped,
    addEventListener: () => undefined,
    getCapabilities: () => ({ torch: true }),
    applyConstraints: async (wish: object) => lit(wish),
  }
  const getUserMedia = async (wish: MediaStreamConstraints) => {
    asked(wish)
    if (!isAllowed) throw new DOMException('Permission denied', 'NotAllowedError')
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  }
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } })
  vi.spyOn(HTMLVideoElement.prototype, 'readyState', 'get').mockReturnValue(4)
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(480)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((give) => give(new Blob(['frame'])))
}

const open = (at = '/capture') => renderScreen(<CapturePage />, { path: '/capture', at })
const button = (name: string) => screen.findByRole('button', { name })
const wished = () => asked.mock.lastCall?.[0].video

async function shoot(user: ReturnType<typeof open>['user']) {
  const capture = await button('Capture')
  await waitFor(() => expect(capture).toHaveProperty('disabled', false))
  await user.click(capture)
}

beforeEach(() => {
  for (const spy of [asked, stopped, lit]) spy.mockReset()
  beginFresh()
})
afterEach(() => {
  vi.restoreAllMocks()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('a photo with a description leads to the preview; it is sent before that', async () => {
  giveCamera()
  const { user } = open()
  await shoot(user)
  await waitFor(() => expect(keysSent).toHaveBeenCalledWith(expect.any(String), 'captured-image.png'))
  expect(stopped).toHaveBeenCalled()
  await user.type(await screen.findByLabelText('Description'), 'Lunch')
  await user.click(await button('Save and Preview'))
  expect((await screen.findByLabelText('Elsewhere')).textContent).toBe('/preview')
  expect(pendingUpload()).toMatchObject({ origin: 'capture', description: 'Lunch' })
})

test('a photo needs a description', async () => {
  giveCamera()
  const { user } = open()
  await shoot(user)
  await user.type(await screen.findByLabelText('Description'), '   ')
  await user.click(await button('Save and Preview'))
  expect(await screen.findAllByText('Description is required')).not.toHaveLength(0)
})

test('the camera looks back first and can be switched', async () => {
  giveCamera()
  const { user } = open()
  await waitFor(() => expect(wished()).toMatchObject({ facingMode: { ideal: 'environment' } }))
  await user.click(await button('Switch Camera'))
  await waitFor(() => expect(wished()).toMatchObject({ facingMode: { ideal: 'user' } }))
  expect(stopped).toHaveBeenCalled()
})

test('the lamp of a camera that has one can be lit', async () => {
  giveCamera()
  const { user } = open()
  await user.click(await button('Torch'))
  expect(lit).toHaveBeenCalledWith({ advanced: [{ torch: true }] })
  await waitFor(async () => expect((await button('Torch')).getAttribute('aria-pressed')).toBe('true'))
})

test('the camera is let go when the screen is left', async () => {
  giveCamera()
  const { unmount } = open()
  await button('Torch')
  unmount()
  expect(stopped).toHaveBeenCalled()
})

test.each([
  ['refused', () => giveCamera({ isAllowed: false })],
  ['missing', () => undefined],
])("a camera that is %s leads to the phone's own", async (_, prepare) => {
  prepare()
  const { user } = open()
  expect(await screen.findByText('Unable to access camera.')).toBeTruthy()
  const own = screen.getByLabelText('Photo')
  expect(own.getAttribute('capture')).toBe('environment')
  await user.upload(own, photo)
  expect(await screen.findByRole('img', { name: 'photo.jpg' })).toBeTruthy()
  expect(await screen.findByLabelText('Description')).toBeTruthy()
})

test('a photo that the server refuses says why, and the camera is there again', async () => {
  beginFresh(fake(receiptEndpoints.uploadFile, () => refuse(receiptRefusals.damagedImage)))
  const { user } = open()
  await user.upload(await screen.findByLabelText('Photo'), photo)
  expect(await screen.findByText(receiptRefusals.damagedImage.message)).toBeTruthy()
  expect(screen.getByLabelText('Photo')).toBeTruthy()
})

test('an upload that is not saved yet is pointed out before a photo takes its place', async () => {
  describeUpload('custom-upload', 'Lunch')
  open()
  const link = await screen.findByRole('link', { name: 'Finish it first' })
  expect(link.getAttribute('href')).toBe('/custom-upload')
})

test('reload=true takes a new photo; what was typed stays', async () => {
  giveCamera()
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

test('without reload=true the photo that is not saved yet is still there', async () => {
  giveCamera()
  const { user, unmount } = open()
  await shoot(user)
  await screen.findByLabelText('Description')
  unmount()
  open()
  expect(await button('Retake')).toBeTruthy()
})
