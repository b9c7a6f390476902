import { categoryEndpoints } from '@docketbox/contract/categories/endpoints'
import { commonRefusals } from '@docketbox/contract/core/refusal'
import { receiptEndpoints } from '@docketbox/contract/receipts/endpoints'
import type { Receipt } from '@docketbox/contract/receipts/schemas'
import { receiptTexts } from '@docketbox/contract/receipts/texts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { load, save } from '#platform/storage/local-storage.ts'
import { fake, refuse } from '#testing/fake-api.ts'
import { renderScreen } from '#testing/render.tsx'
import CapturePage from '../capture/page.tsx'
import { storageKey } from '../pending/storage-key.ts'
import { appendFiles, clearPending, pendingUpload, setDescription } from '../pending/store.ts'
import { fuel, receiptOf } from '../testing/receipts.ts'
import { photo, startFresh, uploadedFile } from '../testing/uploads.ts'
import { outgoing } from './list.ts'
import { ResumeUploads } from './resume.tsx'

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
