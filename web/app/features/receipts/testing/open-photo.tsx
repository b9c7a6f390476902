import { screen } from '@testing-library/react'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from '../capture/page.tsx'
import { photo, startFresh } from './uploads.ts'

/** Opens the screen to scan with a photo from the phone's own camera, on a server with these endpoints. */
export async function openPhoto(...fakes: Parameters<typeof startFresh>) {
  startFresh(...fakes)
  const { user } = renderScreen(<CapturePage />, { path: '/capture' })
  await user.upload(await screen.findByLabelText('Photo'), photo)
  await screen.findByRole('heading', { name: 'Save receipt' })
  return user
}
