import type { Adjustment } from '@docketbox/contract/receipts/drafts/adjustment'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fake } from '#testing/fake-api.ts'
import { appendFiles, pendingUpload } from '../pending/store.ts'
import { fieldsOf } from '../testing/drafts.ts'
import { travel } from '../testing/receipts.ts'
import { beginToFile, openToFile, rowIsGone, rowOf } from '../testing/to-file-screen.tsx'
import { photo, uploadedFile } from '../testing/uploads.ts'
import { ampol, server, serveDrafts } from '../testing/waiting-drafts.ts'

const sideways = { ...ampol, title: 'photo.jpg', type: 'image/jpeg', preview: 'image' as const }
const adjusted = vi.fn<(body: Adjustment) => void>()
beforeEach(() => {
  beginToFile()
  adjusted.mockReset()
})

/** Opens To file and turns its photo, on a server that takes until `done` to do so. */
async function turnPhoto(done?: Promise<void>, photo = sideways) {
  serveDrafts(
    [photo],
    fake(receiptEndpoints.draftPreview, () => new Blob(['picture'])),
    fake(receiptEndpoints.adjustDraft, async ({ body }) => {
      adjusted(body)
      await done
      const [draft] = server.waiting
      server.waiting = [{ ...draft!, adjustedAt: '2026-03-03T05:06:00.000Z' }]
      return server.waiting[0]!
    }),
    fake(receiptEndpoints.undoAdjustment, () => {
      server.waiting = [sideways]
      return sideways
    }),
  )
  const { user } = openToFile()
  await rowOf('Ampol')
  await screen.findAllByRole('option', { name: travel.name })
  await user.click(screen.getByRole('button', { name: 'View photo.jpg' }))
  await user.click(await screen.findByRole('button', { name: 'Adjust' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Adjust' }))
  fireEvent.load(await dialog.findByRole('img', { name: 'Receipt to adjust' }))
  await user.click(dialog.getByRole('button', { name: 'Rotate' }))
  await user.click(dialog.getByRole('button', { name: 'Straighten' }))
  return { user, dialog }
}

test('a photo that was taken sideways is turned, and turned back', async () => {
  const { user } = await turnPhoto()
  expect(await screen.findByText('Straightened. We’ve kept the original.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
  expect(adjusted.mock.lastCall![0].turns).toBe(1)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'View photo.jpg' }))
  await user.click(await screen.findByRole('button', { name: 'Adjust' }))
  await user.click(await screen.findByRole('button', { name: 'Use original' }))
  await waitFor(() => expect(server.waiting[0]!.adjustedAt).toBeUndefined())
})

test('a receipt cut out of a photo of several offers no Undo, which would bring the whole photo back', async () => {
  const { user } = await turnPhoto(undefined, { ...sideways, adjustedAt: '2026-03-03T05:05:30.000Z' })
  expect(await screen.findByText('Straightened. We’ve kept the original.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'View photo.jpg' }))
  await user.click(await screen.findByRole('button', { name: 'Adjust' }))
  expect(await screen.findByRole('button', { name: 'Use original' })).toBeTruthy()
})

test('Scan, where the photo was taken, shows it turned as well', async () => {
  appendFiles('capture', [{ ...uploadedFile(photo), draft: sideways }])
  await turnPhoto()
  await waitFor(() => expect(pendingUpload()?.files[0]).toMatchObject({ file: undefined }))
  expect(pendingUpload()?.files[0]?.draft?.adjustedAt).toBeDefined()
})

test('a turned photo that can’t be read asks to check what was read before', async () => {
  const fields = fieldsOf({ supplier: 'Ampol', totalCents: 5685 }, ['supplier', 'totalCents'])
  serveDrafts([{ ...sideways, reading: { state: 'failed', fields } }])
  openToFile()
  const row = within(await rowOf('Ampol'))
  expect(row.getByLabelText('Total, Ampol')).toHaveProperty('value', '56.85')
  expect(row.getByText('We couldn’t read this again. Please check the details.')).toBeTruthy()
})

test('a receipt is filed once its photo is turned', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { user, dialog } = await turnPhoto(promise)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await user.click(screen.getByRole('button', { name: 'File receipt, Ampol' }))
  await rowIsGone('Ampol')
  expect(server.filed).toEqual([])
  resolve()
  await waitFor(() => expect(server.filed).toHaveLength(1))
})
