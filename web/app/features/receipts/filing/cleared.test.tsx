import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from '../capture/page.tsx'
import { appendFiles, setDescription } from '../pending/store.ts'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { docket, startFresh, uploadedFile } from '../testing/uploads.ts'
import { serveDrafts, server, taxi } from '../testing/waiting-drafts.ts'
import ToFilePage from '../to-file/page.tsx'

const saved = vi.fn<(body: object) => void>()

/** A described photo that has arrived. */
beforeEach(() => {
  saved.mockReset()
  startFresh()
  serveDrafts(
    [taxi],
    fake(receiptEndpoints.save, ({ body }) => {
      saved(body)
      return receiptOf({ category: body.category })
    }),
    fake(receiptEndpoints.unfile, () => ({
      drafts: [{ ...taxi, edit: { description: 'To the airport', category: fuel._id } }],
    })),
    fake(receiptEndpoints.draft, () => taxi),
  )
  appendFiles('capture', [{ ...uploadedFile(docket), draft: taxi }])
  setDescription('capture', 'To the airport')
})

async function clearAndFile({ user }: ReturnType<typeof renderScreen>) {
  await user.clear(await screen.findByLabelText('Description'))
  await user.click(screen.getByRole('button', { name: /^Fuel/ }))
}

test('a description that To file got before it was cleared on Scan isn’t filled in again', async () => {
  const { unmount } = renderScreen(<ToFilePage />, { path: '/to-file' })
  await waitFor(() => expect(server.waiting[0]?.edit).toEqual({ description: 'To the airport' }))
  unmount()
  await clearAndFile(renderScreen(<CapturePage />, { path: '/capture' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(saved).toHaveBeenLastCalledWith(
    expect.objectContaining({ description: '', known: { description: ['To the airport'] } }),
  )
})

test('a description that’s cleared once filing was undone isn’t filled in again', async () => {
  const screenOf = renderScreen(<CapturePage />, { path: '/capture' })
  const { user } = screenOf
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Undone. Choose a category to save it again.')
  expect(saved).toHaveBeenLastCalledWith(expect.not.objectContaining({ known: expect.anything() }))
  await clearAndFile(screenOf)
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(2))
  expect(saved).toHaveBeenLastCalledWith(
    expect.objectContaining({ description: '', known: { description: ['To the airport'] } }),
  )
})
