import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptRefusals, receiptTexts } from '@docketbox/contract/receipts/texts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { load, save } from '#platform/storage/local-storage.ts'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from '../../capture/page.tsx'
import { storageKey } from '../../pending/storage-key.ts'
import { UnsavedUploadNotice } from '../../pending/progress/unsaved-notice.tsx'
import { appendFiles, clearPending, pendingUpload, setDescription } from '../../pending/store.ts'
import { addFiles } from '../../pending/transfers.ts'
import { fuel, receiptOf } from '../../testing/receipts.ts'
import { docket, photo, shortenRetryDelays, startFresh, uploadedFile } from '../../testing/uploads.ts'
import { outgoing } from '../list.ts'
import { ResumeUploads } from './uploads.tsx'

const categories = fake(categoryEndpoints.list, () => ({
  docs: [fuel],
  totalPages: 1,
  page: 1,
  totalDocs: 1,
}))

/** Scan with an uploaded photo. */
const openScan = () =>
  renderScreen(
    <>
      <ResumeUploads />
      <CapturePage />
    </>,
    { path: '/capture' },
  )

/** Leaves the page as a phone does that needs its memory: only what's stored stays. */
function killTab(): void {
  const stored = load(storageKey('u1'), (value) => value)
  cleanup()
  clearPending()
  save(storageKey('u1'), stored)
}

test('a photo whose page was closed while it was saved isn’t scanned again: the next page says it’s saved', async () => {
  const keys: (string | undefined)[] = []
  startFresh(
    categories,
    // The response to the first is lost.
    fake(receiptEndpoints.save, ({ body, headers }) => {
      keys.push(headers['Idempotency-Key'])
      return keys.length === 1
        ? new Promise<Receipt>(() => undefined)
        : receiptOf({ category: body.category })
    }),
  )
  appendFiles('capture', [uploadedFile(photo)])
  setDescription('capture', 'Diesel')
  const { user } = openScan()
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await waitFor(() => expect(keys).toHaveLength(1))
  killTab()
  openScan()
  expect(await screen.findByText(/^(Saved to Fuel|Upload saved)/)).toBeTruthy()
  expect(await screen.findByRole('heading', { name: /^Scan/ })).toBeTruthy()
  expect(keys).toEqual([keys[0], keys[0]])
  await waitFor(() => expect(outgoing()).toEqual([]))
})

test('a photo that couldn’t be saved isn’t saved by the next page', async () => {
  const saved = vi.fn<() => void>()
  startFresh(
    categories,
    fake(receiptEndpoints.save, () => {
      saved()
      return refuse(commonRefusals.unexpected)
    }),
  )
  appendFiles('capture', [uploadedFile(photo)])
  const { user } = openScan()
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await screen.findByText(receiptTexts.notSaved)
  killTab()
  openScan()
  await screen.findByRole('heading', { name: 'Save receipt' })
  expect(pendingUpload()?.files).toHaveLength(1)
  expect(saved).toHaveBeenCalledOnce()
})

test('a photo whose category is pressed without a connection is saved once there is one', async () => {
  shortenRetryDelays()
  const keys: (string | undefined)[] = []
  let isOnline = false
  startFresh(
    categories,
    fake(receiptEndpoints.save, ({ body, headers }) => {
      keys.push(headers['Idempotency-Key'])
      if (!isOnline) throw new TypeError('Failed to fetch')
      return receiptOf({ category: body.category })
    }),
  )
  appendFiles('capture', [uploadedFile(photo)])
  const { user } = openScan()
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await screen.findByRole('heading', { name: 'Scan another' })
  await screen.findByRole('progressbar', { name: /^Saving to Fuel/ })
  expect(await screen.findByText('No connection')).toBeTruthy()
  expect(screen.queryByText(receiptTexts.notSaved)).toBeNull()
  isOnline = true
  expect(await screen.findByText('Saved to Fuel, Car Repair and Servicing.')).toBeTruthy()
  expect(new Set(keys).size).toBe(1)
  await waitFor(() => expect(outgoing()).toEqual([]))
})

/** Presses a category for a described photo, and begins another upload before that's saved. */
async function setAsideWhileSaving(save: (key: string | undefined) => Receipt | Promise<Receipt>) {
  const edited = vi.fn<() => void>()
  startFresh(
    categories,
    fake(receiptEndpoints.save, ({ headers }) => save(headers['Idempotency-Key'])),
    fake(receiptEndpoints.editDraft, () => {
      edited()
      return refuse(receiptRefusals.draftTaken)
    }),
  )
  appendFiles('capture', [uploadedFile(photo)])
  setDescription('capture', 'Diesel')
  const { user } = openScan()
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await waitFor(() => expect(pendingUpload()?.saving).toBeDefined())
  const { container, unmount } = renderScreen(<UnsavedUploadNotice pending={pendingUpload()} />)
  expect(container.textContent).not.toContain('unsaved')
  unmount()
  act(() => void addFiles('custom-upload', [docket]))
  return { edited }
}

test('a photo that’s being saved when another upload is begun is saved, and nothing else is said', async () => {
  const { promise, resolve } = Promise.withResolvers<Receipt>()
  const keys = new Set<string | undefined>()
  const { edited } = await setAsideWhileSaving((key) => {
    keys.add(key)
    return promise
  })
  expect(outgoing()).toMatchObject([{ category: fuel._id, upload: { description: 'Diesel' } }])
  resolve(receiptOf({ category: fuel._id }))
  expect(await screen.findByText(/^(Saved to Fuel|Upload saved)/)).toBeTruthy()
  await waitFor(() => expect(outgoing()).toEqual([]))
  expect(keys.size).toBe(1)
  expect(edited).not.toHaveBeenCalled()
  expect(pendingUpload()).toMatchObject({ origin: 'custom-upload', description: '' })
})

test('a photo whose saving fails once another upload is begun is saved again, with the same key', async () => {
  const { promise, reject } = Promise.withResolvers<Receipt>()
  const keys: (string | undefined)[] = []
  await setAsideWhileSaving((key) => {
    keys.push(key)
    return keys.length === 1 ? promise : receiptOf({ category: fuel._id })
  })
  await waitFor(() => expect(keys).toHaveLength(1))
  reject(new TypeError('Failed to fetch'))
  expect(await screen.findByText(/^(Saved to Fuel|Upload saved)/)).toBeTruthy()
  expect(screen.queryByText(receiptTexts.notSaved)).toBeNull()
  expect(keys).toEqual([keys[0], keys[0]])
  await waitFor(() => expect(outgoing()).toEqual([]))
})

test('a file that’s added while another is saved isn’t saved with it', async () => {
  const { promise, resolve } = Promise.withResolvers<Receipt>()
  const saved = vi.fn<(files: number) => void>()
  startFresh(
    categories,
    fake(receiptEndpoints.save, ({ body }) => {
      saved(body.file.length)
      return promise
    }),
  )
  appendFiles('capture', [uploadedFile(photo)])
  const { user } = openScan()
  await user.click(await screen.findByRole('button', { name: /^Fuel/ }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  act(() => void addFiles('capture', [docket]))
  resolve(receiptOf({ category: fuel._id }))
  await waitFor(() => expect(pendingUpload()?.files.map(({ name }) => name)).toEqual([docket.name]))
  expect(pendingUpload()?.saving).toBeUndefined()
  expect(saved).toHaveBeenCalledOnce()
})
