import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderScreen } from '#testing/render.tsx'
import { startFresh } from '../testing/uploads.ts'
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
    vi.useRealTimers()
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
